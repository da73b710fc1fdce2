import type { Bus, CallLimits } from './bus.ts';
import { PROPERTIES } from './names.ts';

const STATUS = 'org.a11y.Status';
const SERVICE = { bus: 'org.a11y.Bus', path: '/org/a11y/bus' };

/** Whether programs are told to publish their controls; null when nobody answers. */
export async function readIsEnabled(session: Bus, limits: CallLimits): Promise<boolean | null> {
  const call = { ...SERVICE, interface: PROPERTIES, member: 'Get', signature: 'ss', body: [STATUS, 'IsEnabled'] };
  const [value] = await session.call(call, limits).catch(() => []);
  const plain = session.plain(value);
  return typeof plain === 'boolean' ? plain : null;
}

/** Tells programs to publish their controls, or that nobody reads them any more. */
export async function writeIsEnabled(session: Bus, isEnabled: boolean, limits: CallLimits): Promise<void> {
  const body = [STATUS, 'IsEnabled', session.variant('b', isEnabled)];
  const call = { ...SERVICE, interface: PROPERTIES, member: 'Set', signature: 'ssv', body };
  await session.call(call, limits);
}

/** The address of the accessibility bus; null when nobody answers. Starts it where it does not run yet. */
export async function busAddress(session: Bus, limits: CallLimits): Promise<string | null> {
  const call = { ...SERVICE, interface: 'org.a11y.Bus', member: 'GetAddress' };
  const [address] = await session.call(call, limits).catch(() => []);
  return typeof address === 'string' && address !== '' ? address : null;
}
