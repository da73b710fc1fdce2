import type { ElementRole } from '../../../../protocol/helper/accessibility.ts';
import type { AccessibleControl, GlobalRectangle } from '../../../desktop.ts';
import type { Frame } from './frames.ts';
import { toRoot } from './geometry.ts';
import { packHandle } from './handle.ts';
import { controlRole, nativeName, ROLE } from './roles.ts';
import { has, isEnabled, STATE } from './states.ts';
import type { TreeNode } from './tree-node.ts';

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

/** A control without what only a list of words needs: value, path, actions. */
export function asControl(
  program: string,
  frame: Frame & { window: NonNullable<Frame['window']> },
  node: TreeNode,
  { pid, startedAt }: ProcessFacts,
): AccessibleControl | null {
  const role = elementRole(node);
  if (!role) return null;
  const bounds = toRoot(frame.map, node.extents, node.isPage);
  if (role === 'other' && isMostOf(bounds, frame.window.bounds)) return null;
  const { states } = node;
  const isCheckable = role === 'checkbox' || role === 'radio' || has(states, STATE.checkable);
  const press = node.actions ? pressIndex(role, node.actions) : -1;
  return {
    handle: packHandle({
      name: program,
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
    name: node.name || node.description || '',
    description: node.description ?? '',
    value: null,
    enabled: isEnabled(states),
    focused: has(states, STATE.focused),
    checked: isCheckable ? has(states, STATE.checked) : null,
    selected: has(states, STATE.selectable) ? has(states, STATE.selected) : null,
    actions: press < 0 ? [] : isToggle(node.actions?.[press]) ? ['press', 'toggle'] : ['press'],
    settable: false,
    bounds,
    path: [],
  };
}

const isToggle = (name: string | undefined) => TOGGLES.has((name ?? '').toLowerCase().trim());

/** A page that listens to clicks anywhere is no target. */
function isMostOf(bounds: GlobalRectangle, window: GlobalRectangle): boolean {
  return bounds.w * bounds.h > (window.w * window.h) / 2;
}

export const isSecure = (role: number) => role === ROLE.passwordText;
