/** A deferred tool as the listing shows it. */
export interface ListedTool {
  name: string;
  /** The server or plugin it comes from. */
  group: string;
  description: string;
}

/** How much of the names stands in the listing. */
export type ListingForm = 'full' | 'names' | 'mixed' | 'groups' | 'none';

export interface Listing {
  form: ListingForm;
  /** Empty for `none`. The same for the same set, whatever its order. */
  text: string;
  /** Estimate for `text`. */
  tokens: number;
}

const LINE_LIMIT = 60;
/** Bytes a token has on average; bytes, since characters underestimate other scripts. */
const BYTES_PER_TOKEN = 4;
/** Stands for a context window that is not known. */
const UNKNOWN_SHARE = 10_000;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx)\.$/i;

/** Tokens the listing may take in a context window of this size (null: not known). */
export function listingBudget(contextTokens: number | null, thresholdPct: number, maxTokens: number): number {
  const share = contextTokens === null ? UNKNOWN_SHARE : Math.floor((contextTokens * thresholdPct) / 100);
  return Math.min(share, maxTokens);
}

function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_PER_TOKEN);
}

/**
 * The most telling listing that fits: names with a line each; names alone; the largest groups folded, one after the
 * other, so that one huge server does not cost a small one its names; every group folded; nothing.
 */
export function listTools(tools: readonly ListedTool[], budget: number): Listing {
  const groups = groupTools(tools);
  const whole = fitting('full', groups.map(fullGroup), budget) ?? fitting('names', groups.map(namesOf), budget);
  if (whole) return whole;
  const folded = new Set<string>();
  const bySize = [...groups].sort((a, b) => namesOf(b).length - namesOf(a).length || order(a.label, b.label));
  for (const { label } of bySize) {
    folded.add(label);
    const lines = groups.map((group) => (folded.has(group.label) ? foldedGroup(group) : namesOf(group)));
    const listing = fitting(folded.size === groups.length ? 'groups' : 'mixed', lines, budget);
    if (listing) return listing;
  }
  return { form: 'none', text: '', tokens: 0 };
}

interface Group {
  label: string;
  tools: ListedTool[];
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function groupTools(tools: readonly ListedTool[]): Group[] {
  const groups = new Map<string, ListedTool[]>();
  for (const tool of tools) groups.set(tool.group, [...(groups.get(tool.group) ?? []), tool]);
  return [...groups]
    .map(([label, list]) => ({ label, tools: list.sort((a, b) => order(a.name, b.name)) }))
    .sort((a, b) => order(a.label, b.label));
}

function fitting(form: ListingForm, parts: readonly string[], budget: number): Listing | null {
  const text = parts.join('\n');
  const tokens = estimateTokens(text);
  return tokens <= budget ? { form, text, tokens } : null;
}

const heading = ({ label, tools }: Group): string => `${oneLine(label)} (${tools.length})`;

function fullGroup(group: Group): string {
  const lines = group.tools.map(({ name, description }) => `- ${name}: ${firstSentence(description)}`);
  return [heading(group), ...lines].join('\n');
}

const namesOf = (group: Group): string => `${heading(group)}: ${group.tools.map(({ name }) => name).join(', ')}`;
const foldedGroup = (group: Group): string => `${heading(group)}: use tool_search`;

/** The first sentence on one line, cut at a word; `e.g.` and its like end none. */
export function firstSentence(description: string): string {
  const text = oneLine(description);
  let end = 0;
  for (const match of text.matchAll(/[.!?。！？](?:\s|$)|[。！？]/gu)) {
    const upTo = text.slice(0, match.index + 1);
    if (ABBREVIATION.test(upTo)) continue;
    end = upTo.length;
    break;
  }
  return cutAtWord(end === 0 ? text : text.slice(0, end));
}

function cutAtWord(text: string): string {
  const characters = [...text];
  if (characters.length <= LINE_LIMIT) return text;
  const cut = characters.slice(0, LINE_LIMIT - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${(blank > LINE_LIMIT / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
