import type { ElementTarget } from '../../protocol/helper/accessibility.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { AccessibilityPort, AccessibleControl, Desktop } from '../desktop.ts';
import type { ListedControl, Listings } from './listings.ts';

/** What finding a listed control again works with. */
export interface FindParts {
  desktop: Desktop;
  listings: Listings;
}

/** A listed control as it is now. */
export interface FoundControl {
  listed: ListedControl;
  control: AccessibleControl;
  accessibility: AccessibilityPort;
}

/**
 * Reads a listed control again. Throws `stale_mark` when its list is forgotten, when it is gone, or when something else
 * took its place: toolkits use one object for many rows, so the name counts as much as the role.
 */
export async function findControl(
  { desktop, listings }: FindParts,
  target: ElementTarget,
  signal: AbortSignal,
): Promise<FoundControl> {
  const listed = listings.find(target);
  if (!listed) throw stale('That list of controls is no longer kept.', 'old');
  const { accessibility } = desktop;
  if (!accessibility) throw stale('This system has no accessibility service.', 'gone');
  const control = listed.handle === null ? null : await accessibility.refresh(listed.handle, signal);
  if (!control) throw stale('The control is no longer there.', 'gone');
  if (control.role !== listed.role) throw stale(`It is a ${control.role} now, and was a ${listed.role}.`, 'role');
  if (control.name !== listed.name) throw stale('Something else is in its place now.', 'name');
  return { listed, control, accessibility };
}

/** `reason` for the app's words and for tests. */
export function stale(message: string, reason: 'old' | 'gone' | 'role' | 'name' | 'covered' | 'moved'): RemoteError {
  return new RemoteError('stale_mark', `${message} Look again and use the new number.`, { reason });
}
