import type { ElementRole } from '../../../../protocol/helper/accessibility.ts';
import type { AccessibleControl, GlobalRectangle } from '../../../desktop.ts';
import type { Frame } from './frames.ts';
import { toRoot } from './geometry.ts';
import { packHandle } from './handle.ts';
import type { Program } from './program.ts';
import { controlRole, nativeName } from './roles.ts';
import { has, isEnabled, STATE } from './states.ts';
import type { TreeNode } from './strategies/tree-node.ts';

/** Names of actions that do what a click on the control does, in any spelling. */
const PRESSES = new Set(['click', 'clicked', 'press', 'activate', 'jump', 'toggle', 'open', 'check', 'uncheck']);
const TOGGLES = new Set(['toggle', 'check', 'uncheck']);
const TEXT_ROLES = new Set<ElementRole>(['field', 'secure_field', 'textarea']);

/** The action that presses the control; -1 when it offers none. Activating a text sends its form: that is no press. */
export function pressIndex(role: ElementRole, actions: readonly string[]): number {
  const index = actions.findIndex((name) => PRESSES.has(name.toLowerCase().trim()));
  const isActivate = actions[index]?.toLowerCase().trim() === 'activate';
  return isActivate && TEXT_ROLES.has(role) ? -1 : index;
}

/** What a control offers and `press` performs. */
export function pressActions(role: ElementRole, actions: readonly string[]): ('press' | 'toggle')[] {
  const name = actions[pressIndex(role, actions)];
  if (name === undefined) return [];
  return TOGGLES.has(name.toLowerCase().trim()) ? ['press', 'toggle'] : ['press'];
}

/** What an object is to a person; null when there is nothing to click. */
export function elementRole(node: TreeNode): ElementRole | null {
  const role = controlRole(node.role, node.states);
  if (role) return role;
  return node.actions && pressIndex('other', node.actions) >= 0 ? 'other' : null;
}

/** Facts of the process that a handle is bound to. */
export interface ProcessFacts {
  pid: number;
  startedAt: number;
}

export interface Origin {
  program: Program;
  frame: Frame & { window: NonNullable<Frame['window']> };
  process: ProcessFacts;
}

/** A control without what only a list of words needs: value, path, actions. Null for what is none or not to be seen. */
export function asControl({ program, frame, process }: Origin, node: TreeNode): AccessibleControl | null {
  const role = elementRole(node);
  if (!role || node.clip?.w === 0) return null;
  const control = describeNode({ program, frame, process }, node, role);
  return role === 'other' && isMostOf(control.bounds, frame.window.bounds) ? null : control;
}

/** The same of any object, whether it can be clicked or not. */
export function describeNode(
  { program, frame, process }: Origin,
  node: TreeNode,
  role: ElementRole = elementRole(node) ?? 'other',
): AccessibleControl {
  const { pid, startedAt } = process;
  const bounds = toRoot(frame.map, node.clip ?? node.extents, node.isPage);
  const { states } = node;
  const isCheckable = role === 'checkbox' || role === 'radio' || has(states, STATE.checkable);
  return {
    handle: packHandle({
      name: program.name,
      path: node.path,
      frame: frame.path,
      window: frame.window.id,
      pid,
      startedAt,
      isPage: node.isPage,
    }),
    window: frame.window.id,
    role,
    nativeRole: nativeName(node.role),
    name: node.name ?? '',
    description: node.description ?? '',
    value: null,
    enabled: isEnabled(states, program.toolkit),
    focused: has(states, STATE.focused),
    checked: isCheckable ? has(states, STATE.checked) : null,
    selected: has(states, STATE.selectable) ? has(states, STATE.selected) : null,
    actions: pressActions(role, node.actions ?? []),
    settable: false,
    bounds,
    path: [],
  };
}

/** A page that listens to clicks anywhere is no target. */
function isMostOf(bounds: GlobalRectangle, window: GlobalRectangle): boolean {
  return bounds.w * bounds.h > (window.w * window.h) / 2;
}
