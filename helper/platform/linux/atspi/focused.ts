import type { AccessibleControl, DesktopWindow } from '../../../desktop.ts';
import { asControl } from './controls.ts';
import { readFrames } from './frames.ts';
import { processStart } from './handle.ts';
import type { Program } from './program.ts';
import { isShown, programsOf, type Reach, type ShownFrame, walkFrame } from './read-window.ts';
import { has, STATE } from './states.ts';
import type { TreeNode } from './strategies/tree-node.ts';

/** The control that a window's program says has the keyboard; null when it says of none. */
export async function focusedControl(reach: Reach, window: DesktopWindow): Promise<AccessibleControl | null> {
  for (const program of await programsOf(reach, window)) {
    const frames = (await readFrames(program, [window], window)).filter(isShown);
    for (const frame of frames) {
      const node = await focusedNode(program, frame);
      const process = { pid: window.pid ?? 0, startedAt: processStart(window.pid ?? 0) };
      const control = node && asControl({ program, frame, process }, node);
      if (control) return control;
    }
  }
  return null;
}

async function focusedNode(program: Program, frame: ShownFrame): Promise<TreeNode | null> {
  if (program.toolkit !== 'gtk' && program.toolkit !== 'Chromium') {
    const { nodes } = await walkFrame(program, frame);
    return nodes.find((one) => has(one.states, STATE.focused)) ?? null;
  }
  const rule = { states: [STATE.focused], roles: [], interfaces: [] };
  // What holds the focused control may say that it is focused too: the deepest comes last.
  const path = (await program.matches(frame.path, rule)).at(-1);
  if (path === undefined) return null;
  const [role, states, extents, name] = await Promise.all([
    program.role(path),
    program.states(path),
    program.extents(path),
    program.nameOf(path),
  ]);
  const rest = { description: null, parent: null, actions: null, interfaces: null, isPage: false, clip: null };
  return extents && { path, role, states, extents, name, ...rest };
}
