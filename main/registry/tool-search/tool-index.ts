import { readTool, type SearchableTool, type ToolText } from './tool-text.ts';

const FIELDS = ['name', 'group', 'lead', 'rest', 'parameters', 'hints'] as const satisfies (keyof ToolText)[];
type Field = (typeof FIELDS)[number];

/** How much a word counts by where it stands, and how strongly a long text of that field dilutes it (b of BM25). */
const WEIGHTS: Record<Field, number> = { name: 3, group: 1, lead: 1.2, rest: 1, parameters: 0.4, hints: 0.25 };
const DILUTION: Record<Field, number> = { name: 0.3, group: 0.3, lead: 0.7, rest: 0.7, parameters: 0.7, hints: 0.7 };

/** One tool, ready to be ranked. */
export interface IndexedTool<T extends SearchableTool> {
  tool: T;
  text: ToolText;
  /** Words that its name has and its group's does not; the whole name when there are none. */
  ownName: ReadonlySet<string>;
}

/** The words of one server or plugin: in how many of its tools each stands. */
export interface IndexedGroup {
  tools: number;
  counts: ReadonlyMap<string, number>;
}

export interface ToolIndex<T extends SearchableTool> {
  tools: readonly IndexedTool<T>[];
  /** By word: number of the tool and the weighted frequency there. */
  postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  groups: ReadonlyMap<string, IndexedGroup>;
  /** In how many groups a word stands. */
  groupCounts: ReadonlyMap<string, number>;
  /** How telling a word is: rare words more. Zero for words that stand nowhere. */
  rarity(word: string): number;
}

/** Texts are pure functions of a definition, so that an index made every turn costs little. */
const texts = new WeakMap<SearchableTool, ToolText>();

function textOf(tool: SearchableTool): ToolText {
  const known = texts.get(tool) ?? readTool(tool);
  texts.set(tool, known);
  return known;
}

/** Makes the index of exactly these tools. Nothing of it outlives the set it was made from. */
export function indexTools<T extends SearchableTool>(list: readonly T[]): ToolIndex<T> {
  const tools = list.map((tool) => {
    const text = textOf(tool);
    const own = text.name.filter((word) => !text.group.includes(word));
    return { tool, text, ownName: new Set(own.length > 0 ? own : text.name) };
  });
  const groups = groupsOf(tools);
  const groupCounts = new Map<string, number>();
  for (const { counts } of groups.values())
    for (const word of counts.keys()) groupCounts.set(word, (groupCounts.get(word) ?? 0) + 1);
  const postings = postingsOf(tools);
  const rarity = (word: string) => {
    const found = postings.get(word)?.size ?? 0;
    return found === 0 ? 0 : Math.log(1 + (tools.length - found + 0.5) / (found + 0.5));
  };
  return { tools, postings, groups, groupCounts, rarity };
}

function postingsOf(tools: readonly IndexedTool<SearchableTool>[]): Map<string, Map<number, number>> {
  const postings = new Map<string, Map<number, number>>();
  for (const field of FIELDS) {
    const total = tools.reduce((sum, { text }) => sum + text[field].length, 0);
    const average = Math.max(1, total / Math.max(1, tools.length));
    for (const [number, { text }] of tools.entries()) {
      const own = text[field];
      const length = 1 - DILUTION[field] + (DILUTION[field] * own.length) / average;
      for (const word of own) {
        const of = postings.get(word) ?? new Map<number, number>();
        of.set(number, (of.get(number) ?? 0) + WEIGHTS[field] / length);
        postings.set(word, of);
      }
    }
  }
  return postings;
}

function groupsOf(tools: readonly IndexedTool<SearchableTool>[]): Map<string, IndexedGroup> {
  const groups = new Map<string, { tools: number; counts: Map<string, number> }>();
  for (const { tool, text } of tools) {
    const group = groups.get(tool.group) ?? { tools: 0, counts: new Map() };
    group.tools += 1;
    for (const word of new Set([...text.name, ...text.group, ...text.lead]))
      group.counts.set(word, (group.counts.get(word) ?? 0) + 1);
    groups.set(tool.group, group);
  }
  return groups;
}
