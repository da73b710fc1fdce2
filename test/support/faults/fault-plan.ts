/** How one message is spoiled. All but the first and the third spoil the reply; the helper has done what was asked. */
export const FAULTS = [
  'kill before',
  'kill after',
  'stop',
  'no JSON',
  'not an object',
  'over the cap',
  'unknown id',
  'wrong shape',
  'no receipt',
  'an error without a receipt',
  'another generation',
  'twice',
  'late',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults after which nothing comes any more. */
export const SILENT: readonly Fault[] = ['kill before', 'kill after', 'stop', 'late'];

/** Lies in a file beside the helper until the message came; a helper that finds no such file is whole. */
export interface FaultPlan {
  fault: Fault;
  /** A method, or `act` with its action: `control`, `act left_click`. The next of that name is spoiled. */
  message: string;
}
