/** `[fermix_core.tools.tool_search]`: whether and how schemas of attached tools leave the request. */
export interface DeferralSettings {
  enabled: boolean;
  /** Share of the model's context window that the listing may take, percent. */
  thresholdPct: number;
  /** `off`: names are found by search alone. */
  listing: 'auto' | 'on' | 'off';
  /** Upper limit of the listing, tokens. */
  listingMaxTokens: number;
  searchDefaultLimit: number;
  maxSearchLimit: number;
  /** Built-in tools that are deferred as well. */
  defer: readonly string[];
}

export const DEFERRAL_DEFAULTS: DeferralSettings = {
  enabled: true,
  thresholdPct: 5,
  listing: 'auto',
  listingMaxTokens: 4_000,
  searchDefaultLimit: 5,
  maxSearchLimit: 20,
  defer: [],
};
