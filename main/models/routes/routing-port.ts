import type { RouteOverlay, RoutePurpose, RoutingConfig } from '../../config/config-port.ts';

/** `[fermix_core.routing]` as the settings page and the agent's tool change it; counts from the next run on. */
export interface ModelRouting {
  read(): RoutingConfig;
  /**
   * Changes one overlay; what is absent stays, null removes. The merged result is checked. Throws a ModelsError
   * `invalid_value`, or what the settings file answers (`settings_changed_outside`, `disk_full`).
   */
  change(purpose: RoutePurpose, changes: Partial<RouteOverlay>): Promise<void>;
  /** Who stands in, in this order; null for every connected provider. */
  setFallbacks(order: readonly string[] | null): Promise<void>;
}
