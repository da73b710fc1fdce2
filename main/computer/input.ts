import type { Modifier } from '../../protocol/helper/chord.ts';
import type { Point, Rectangle } from '../../protocol/helper/geometry.ts';

/** A call as the tool's schema lets it through: shapes are checked, meaning is not. */
export interface ComputerInput {
  action: string;
  x?: number | undefined;
  y?: number | undefined;
  display?: number | undefined;
  modifiers?: Modifier[] | undefined;
  from?: Point | undefined;
  to?: Point | undefined;
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount?: number | undefined;
  text?: string | undefined;
  chord?: string | undefined;
  ms?: number | undefined;
  timeout_ms?: number | undefined;
  poll_ms?: number | undefined;
  region?: Rectangle | undefined;
  confirm_grid?: boolean | undefined;
  marks?: boolean | undefined;
  mark?: number | undefined;
  /** A control of the list that `observation_id` names. */
  ref?: string | undefined;
  value?: string | undefined;
  /** The picture or list that coordinates, `region` or `ref` belong to, instead of the latest one. */
  observation_id?: string | undefined;
}
