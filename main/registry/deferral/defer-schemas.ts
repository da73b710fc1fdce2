import type { Capability } from '../capability.ts';
import type { Surface } from '../registry.ts';
import { type Listing, listingBudget, listTools } from './listing.ts';
import type { DeferralSettings } from './settings.ts';
import { isBridge } from './unwrap-call.ts';

/** Where a tool's schema waits until it is asked for. */
export function isDeferred(capability: Capability, settings: DeferralSettings): boolean {
  if (!settings.enabled || isBridge(capability.name)) return false;
  if (capability.source === 'mcp' || capability.source === 'plugin') return true;
  return settings.defer.includes(capability.name);
}

/** The label a tool is listed under. */
export const groupOf = (capability: Capability): string => capability.group ?? capability.category;

/** Deferred tools that this caller would otherwise be offered, by name. A run confined to named tools defers nothing. */
export function deferredTools(surface: Surface, settings: DeferralSettings): readonly Capability[] {
  if (surface.caller.allowedTools !== undefined) return [];
  return surface.advertised.filter((capability) => isDeferred(capability, settings));
}

/** What went into a request instead of the schemas. */
export interface DeferralReport {
  deferred: number;
  form: Listing['form'];
  listingTokens: number;
  budget: number;
}

/**
 * The surface with deferred schemas taken out of what is advertised and their listing put into the description of
 * `tool_search`. Every tool stays callable by its name. Made anew for each run from what is there then; with nothing to
 * defer it is the surface as it was, without the bridges.
 */
export function deferSchemas(
  surface: Surface,
  settings: DeferralSettings,
  contextTokens: number | null,
): { surface: Surface; report: DeferralReport | null } {
  const deferred = deferredTools(surface, settings);
  if (deferred.length === 0) {
    const advertised = surface.advertised.filter(({ name }) => !isBridge(name));
    return { surface: { ...surface, advertised }, report: null };
  }
  const budget = listingBudget(contextTokens, settings.thresholdPct, settings.listingMaxTokens);
  const listed = deferred.map((one) => ({ name: one.name, group: groupOf(one), description: one.description }));
  const listing = settings.listing === 'off' ? NO_LISTING : listTools(listed, budget);
  const taken = new Set(deferred.map(({ name }) => name));
  const advertised = surface.advertised
    .filter(({ name }) => !taken.has(name))
    .map((one) => (one.name === 'tool_search' ? withListing(one, listing, deferred.length) : one));
  const report = { deferred: deferred.length, form: listing.form, listingTokens: listing.tokens, budget };
  return { surface: { ...surface, advertised }, report };
}

const NO_LISTING: Listing = { form: 'none', text: '', tokens: 0 };

function withListing(search: Capability, { form, text }: Listing, count: number): Capability {
  const words = `${search.description} ${count} tools are attached this way. ${HOW_TO[form]}`;
  const description = text === '' ? words : `${words}\n\n${text}`;
  // The prototype keeps what is read late: availability, schema, gates.
  return Object.create(search, { description: { value: description, enumerable: true } }) as Capability;
}

const NEVER = 'Never say that one of these is missing, and never use the shell or a browser instead, before a search.';
const HOW_TO: Record<Listing['form'], string> = {
  full: 'When the name you need is listed, go straight to tool_describe or tool_call.',
  names: 'When the name you need is listed, go straight to tool_describe or tool_call.',
  mixed: `When the name you need is listed, go straight to tool_describe; search for the groups without names. ${NEVER}`,
  groups: `Search first: the groups are named, their tools are not. ${NEVER}`,
  none: `Search first. ${NEVER}`,
};
