import type { Probe } from '../../protocol/helper/operations.ts';
import type { ActionTraits } from './actions.ts';
import { Refusal } from './refusal.ts';

/** What the probe forbids for an action. Only an explicit "denied" refuses; a probe that failed is null. */
export function probeRefusal(probe: Probe | null, traits: ActionTraits): Refusal | null {
  if (!probe) return null;
  if (probe.displayServer === 'wayland')
    return new Refusal(
      'platform_unsupported',
      'This is a Wayland session: other programs cannot be seen or operated in it, so computer use is refused.',
      { display_server: 'wayland' },
    );
  if (probe.displayServer === 'none') return new Refusal('no_active_display');
  if (probe.screenCapture.value === false)
    return new Refusal('capture_permission_missing', undefined, { cause: probe.screenCapture.detail });
  const postsInput = traits.disturbs && traits.target !== 'control';
  if (postsInput && probe.inputControl.value === false)
    return new Refusal('input_permission_missing', undefined, { cause: probe.inputControl.detail });
  return null;
}
