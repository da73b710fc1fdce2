import type { Capability, Gate } from '../../registry/capability.ts';
import { deferredTools } from '../../registry/deferral/defer-schemas.ts';
import type { DeferralSettings } from '../../registry/deferral/settings.ts';
import type { Caller } from '../../registry/policy.ts';
import type { Registry } from '../../registry/registry.ts';
import { META_CODES } from './codes.ts';

/** What the three search tools need of the host. */
export interface DeferralReach {
  registry: Pick<Registry, 'snapshot'>;
  /** As configured now. */
  deferral(): DeferralSettings;
}

/** Closed while nothing is deferred at all. */
export function deferralOff(reach: DeferralReach): Gate | null {
  return reach.deferral().enabled ? null : { code: 'deferral_off', text: META_CODES.deferral_off };
}

/** The tools this caller finds by search: looked up at each call, so that nothing can be out of date. */
export function searchable(caller: Caller, reach: DeferralReach): readonly Capability[] {
  return deferredTools(reach.registry.snapshot(caller), reach.deferral());
}
