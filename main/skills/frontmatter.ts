import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { type SkillFailure, skillFailure } from './skill.ts';

/** A value as it was written: text, or a list of texts. Other shapes are kept as null, with their line. */
export interface FrontmatterField {
  value: string | readonly string[] | null;
  /** Plain `true`, `false` or a number, as YAML reads it; absent for quoted text. */
  plain?: boolean | number;
  /** From 1, in the file. */
  line: number;
}

export interface Frontmatter {
  fields: ReadonlyMap<string, FrontmatterField>;
  body: string;
}

/**
 * Splits SKILL.md into its block of `key: value` lines and its instructions. The block is YAML without anchors, aliases,
 * tags and duplicates. A value that is no text and no list of texts is kept as null: whoever needs the key refuses it.
 */
export function readFrontmatter(source: string): { ok: true; frontmatter: Frontmatter } | SkillFailure {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const match = /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return skillFailure('missing_frontmatter');
  const lines = new LineCounter();
  const block = match[1] ?? '';
  const document = parseDocument(block, { lineCounter: lines, uniqueKeys: true, strict: true, prettyErrors: false });
  const lineOf = (node: Node | null) => lines.linePos(node?.range?.[0] ?? 0).line + 1;
  const [error] = document.errors;
  if (error) return badLine(lines.linePos(error.pos[0]).line + 1, error.message);
  let odd: SkillFailure | null = null;
  visit(document, {
    Node(_key, node) {
      const form = isAlias(node) ? 'an alias' : node.anchor ? 'an anchor' : node.tag ? 'a tag' : null;
      if (form && (isAlias(node) || node.anchor || isWrittenTag(node, block)))
        odd ??= badLine(lineOf(node), `${form} is not allowed`);
    },
  });
  if (odd) return odd;
  const { contents } = document;
  if (contents !== null && !isMap(contents)) return badLine(lineOf(contents), 'it is not a list of "key: value" lines');
  const fields = new Map<string, FrontmatterField>();
  for (const { key, value } of contents?.items ?? []) {
    if (!isScalar(key)) return badLine(lineOf(contents), 'a key must be a word');
    fields.set(asText(key), readField(value as Node | null, lineOf(key)));
  }
  return { ok: true, frontmatter: { fields, body: text.slice(match[0].length).trim() } };
}

function readField(node: Node | null, line: number): FrontmatterField {
  if (isScalar(node)) {
    const { value } = node;
    const isPlain = typeof value === 'boolean' || typeof value === 'number';
    if (value === null) return { value: '', line };
    return { value: asText(node), line, ...(isPlain ? { plain: value } : {}) };
  }
  if (isSeq(node) && node.items.every((item) => isScalar(item) && item.value !== null)) {
    return { value: node.items.map((item) => asText(item as Scalar)), line };
  }
  return { value: null, line };
}

/** As it was written: `007` stays `007`. */
function asText(node: Scalar): string {
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

/** The parser names the tag of every quoted text; only one that was written counts. */
function isWrittenTag(node: Node, block: string): boolean {
  const start = node.range?.[0] ?? 0;
  return /(?:^|[\s[{,:])!\S*\s*$/.test(block.slice(Math.max(0, start - 60), start)) || block.startsWith('!', start);
}

function badLine(line: number, why: string): SkillFailure {
  return skillFailure('invalid_frontmatter_line', `Line ${line} of SKILL.md cannot be read: ${why}.`);
}
