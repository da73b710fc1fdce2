import { join } from 'node:path';
import { LineProgram } from './program.ts';

export interface PanelLine {
  /** Place of each control that is shown, in root pixels. */
  controls?: Record<string, [x: number, y: number, w: number, h: number]>;
  did?: string;
  on?: boolean;
  text?: string;
}

/** A GTK 3 window of buttons, a check box and two fields, at a known place; see panel.py. */
export class Panel extends LineProgram<PanelLine> {
  /** Runs a command of panel.py and waits until the window is laid out again; the places of its controls. */
  async command(line: string): Promise<NonNullable<PanelLine['controls']>> {
    const from = this.lines.length;
    this.send(line);
    return (await this.until((one) => one.controls !== undefined, from)).controls ?? {};
  }
}

export async function startPanel(env: Record<string, string>, title: string, x: number, y: number): Promise<Panel> {
  const script = join(import.meta.dirname, 'panel.py');
  const panel = new Panel('/usr/bin/python3', [script, title, String(x), String(y)], env);
  await panel.until((line) => line.controls !== undefined);
  return panel;
}
