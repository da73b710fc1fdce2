import type {
  ModelTraceRow,
  SandboxTraceRow,
  ToolTraceRow,
  TraceStep,
  TraceType,
  TurnTrace,
} from '../../protocol/ipc/trace.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Clock, Log } from '../agent/ports.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import { redactValue } from '../config/redact.ts';
import { appendRow, keepsContent as areWordsKept, readRows, removeOldDays, traceFolder } from './trace-files.ts';

/** Rows of one page. */
const MOST_STEPS = 2_000;
/** Rows that wait to be written; more are dropped, since a trace never holds a turn up. */
const MOST_WAITING = 5_000;
/** Characters of a body. */
const LONGEST_BODY = 16_384;
/** Days before and after that are looked through: a turn may run past midnight. */
const AROUND_MS = 86_400_000;

/** What happened, row by row, in files of the home. Best effort: nothing here rejects or throws, failures are logged. */
export interface Traces {
  readonly folder: string;
  readonly keepsContent: boolean;
  model(row: ModelTraceRow): void;
  tool(row: ToolTraceRow): void;
  sandbox(row: SandboxTraceRow): void;
  /** The rows of a turn, oldest first; `at` is a moment of it. */
  turn(conversationId: string, turnId: string, at: number): Promise<TurnTrace>;
  sweep(): Promise<void>;
  /** Resolves when everything so far is written. */
  idle(): Promise<void>;
}

export interface TracesOptions {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  log: Log;
  /** Keys of this app, to be covered wherever they stand. */
  known: KnownSecrets;
  /** Days kept; 0 writes nothing. */
  keepDays(): number;
}

export function createTraces(options: TracesOptions): Traces {
  const { clock, log, env, home } = options;
  const folder = traceFolder(home, env);
  const keepsContent = areWordsKept(env);
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  let failing = false;

  const write = (type: TraceType, row: { at: number }) => {
    if (options.keepDays() === 0 || waiting >= MOST_WAITING) return;
    waiting += 1;
    last = last
      .then(() => appendRow(folder, type, row.at, JSON.stringify(clean(row, options.known))))
      .then(
        () => {
          failing = false;
        },
        (error: unknown) => {
          // Once until it works again: a full disk would otherwise fill the log.
          if (!failing) log.warn('trace.write_failed', { error });
          failing = true;
        },
      )
      .finally(() => {
        waiting -= 1;
      });
  };

  return {
    folder,
    keepsContent,
    model: ({ asked, answered, ...row }) =>
      write('llm_call', keepsContent ? { ...row, ...bodies({ asked, answered }) } : row),
    tool: ({ arguments: input, result, ...row }) =>
      write('tool_exec', keepsContent ? { ...row, ...maskedInput(row.name, input), ...bodies({ result }) } : row),
    sandbox: (row) => write('sandbox_event', row),
    async turn(conversationId, turnId, at) {
      await last;
      const days = { since: at - AROUND_MS, until: at + AROUND_MS, naming: turnId };
      const steps: TraceStep[] = [];
      for (const type of ['llm_call', 'tool_exec'] as const)
        await readRows(folder, type, days, (row) => {
          if ([row['turnId'], row['parentSession']].includes(turnId) && row['conversationId'] === conversationId)
            steps.push({ ...row, type } as unknown as TraceStep);
          return steps.length <= MOST_STEPS * 2;
        }).catch((error: unknown) => log.warn('trace.read_failed', { error }));
      steps.sort((a, b) => a.at - b.at);
      const cut = steps.length > MOST_STEPS;
      return { conversationId, turnId, steps: steps.slice(0, MOST_STEPS), cut, keepsContent };
    },
    sweep: () =>
      removeOldDays(folder, clock.now(), options.keepDays()).catch((error: unknown) =>
        log.warn('trace.sweep_failed', { error }),
      ),
    idle: () => last,
  };
}

/** Words that were typed on the screen may be a password: only their number is kept. */
function maskedInput(name: string, input: JsonObject | undefined): { arguments?: JsonObject } {
  if (!input) return {};
  if (name !== 'computer_use') return { arguments: input };
  const masked = Object.entries(input).map(([field, value]) =>
    (field === 'text' || field === 'value') && typeof value === 'string'
      ? [field, `[${[...value].length} characters]`]
      : [field, value],
  );
  return { arguments: Object.fromEntries(masked) };
}

function bodies(texts: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    text === undefined ? [] : [[name, text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)} [cut]` : text]],
  );
  return Object.fromEntries(entries);
}

/** Shapes of keys first, then the very keys of this app, in every text of the row. */
function clean(row: object, known: KnownSecrets): unknown {
  return cover(redactValue(row), known);
}

function cover(value: unknown, known: KnownSecrets): unknown {
  if (typeof value === 'string') return cut(known.cover(value));
  if (Array.isArray(value)) return value.map((item) => cover(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cover(item, known)]));
}

const cut = (text: string) => (text.length > LONGEST_BODY + 10 ? `${text.slice(0, LONGEST_BODY)} [cut]` : text);
