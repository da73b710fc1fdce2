import type { ComputerState, PermissionRow } from '../../../protocol/ipc/shapes.ts';
import type { ProbeReport } from '../../computer/ports.ts';

/** What the rows about the desktop are made of. */
export interface DesktopFacts {
  /** As Node names them. */
  platform: { os: string; arch: string };
  env: Readonly<Record<string, string | undefined>>;
  computer: ComputerState;
  report: ProbeReport;
  /** Names of the X11 sessions that the login screen offers. */
  xSessions: readonly string[];
}

/** One thing the desktop grants or does not, for the permissions page and the doctor alike. */
export interface DesktopRow extends PermissionRow {
  /** How grave it is for the doctor; made from the state when absent. */
  status?: 'ok' | 'warn' | 'fail';
}

export type RowState = PermissionRow['state'];
