import { join } from 'node:path';
import { LineProgram } from './program.ts';

/** A window of labelled cells in rows, in root pixels. */
export interface StageWindow {
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  cells: string[];
  cellW: number;
  cellH: number;
  /** Index of the cell drawn as selected, and of the one with a caret. */
  highlight?: number;
  caret?: number;
  /** Does not say whose process it is. */
  noPid?: boolean;
  /** Takes the keyboard. */
  focus?: boolean;
}

/** What arrived, and at which cell of which window; `x` and `y` are root pixels. */
export interface StageEvent {
  type: 'down' | 'up' | 'move' | 'keydown' | 'keyup';
  window: string;
  cell: string | null;
  x: number;
  y: number;
  detail: number;
}

export interface StageCommand {
  /** In this order, each on top of the last. */
  place?: StageWindow[];
  hide?: string[];
  focus?: string;
  /** This window draws something new every 15 ms; null: none does. */
  film?: string | null;
  /** Answer with the events since the last time. */
  take?: boolean;
}

interface StageLine {
  ready?: boolean;
  events?: StageEvent[];
}

/** A process with windows that do as they are told and record every event they get. */
export class Stage {
  readonly #program: LineProgram<StageLine>;
  /** Of the process, for windows that say so. */
  get pid(): number {
    return this.#program.child.pid ?? 0;
  }

  private constructor(program: LineProgram<StageLine>) {
    this.#program = program;
  }

  static async start(env: Record<string, string>): Promise<Stage> {
    const program = new LineProgram<StageLine>(process.execPath, [join(import.meta.dirname, 'stage.ts')], env);
    await program.until((line) => line.ready === true);
    return new Stage(program);
  }

  /** Done, and drawn, when this resolves. */
  async do(command: StageCommand): Promise<void> {
    await this.#ask(command);
  }

  /** Everything that arrived since the last call. */
  async take(): Promise<StageEvent[]> {
    return this.#ask({ take: true });
  }

  async #ask(command: StageCommand): Promise<StageEvent[]> {
    const from = this.#program.lines.length;
    this.#program.send(JSON.stringify(command));
    return (await this.#program.until((line) => line.events !== undefined, from)).events ?? [];
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
