import type { GlobalRectangle } from '../../../../desktop.ts';
import type { States } from '../states.ts';

/** One object of a program's tree that may be a control, as far as its strategy has read it. */
export interface TreeNode {
  path: string;
  role: number;
  states: States;
  /** As the program counts. */
  extents: GlobalRectangle;
  /** Null until asked for. */
  name: string | null;
  description: string | null;
  parent: string | null;
  /** Null where they were not asked for: a role that is a control by itself needs none. */
  actions: string[] | null;
  interfaces: string[] | null;
  isPage: boolean;
  /** What scrolling ancestors leave of it, as the program counts; null when none cuts it. */
  clip: GlobalRectangle | null;
}

/** What one strategy found in one frame. */
export interface Walked {
  nodes: TreeNode[];
  truncated: 'nodes' | 'depth' | 'time' | null;
}

/** Bounds of one reading (7.2). */
export const WALK = { depth: 14, nodes: 3_000, collected: 250, ms: 1_500 } as const;
