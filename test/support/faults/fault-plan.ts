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

export interface FaultPlan {
  fault: Fault;
  /** A method, or `act` with its action: `control`, `act left_click`. */
  message: string;
  /** The how-manieth of that name in the life of the helper, from 0. */
  count: number;
  /** For `late`. */
  lateMs?: number;
}
