import { TomlDocument } from '@decimalturn/toml-patch';

type Block = TomlDocument['cst'][number];
type KeyValue = Extract<Block, { equals: number }>;

/** The line (from 1) on which a key, or the nearest table around it, is written. Null when it is not in the file. */
export function locateKey(text: string, path: readonly PropertyKey[]): number | null {
  const wanted = path.filter((part) => typeof part === 'string');
  let best: { depth: number; line: number } | null = null;
  for (const [key, line] of listKeys(new TomlDocument(text).cst)) {
    const depth = commonDepth(key, wanted);
    if (depth === 0 || (best && best.depth >= depth)) continue;
    best = { depth, line };
  }
  return best?.line ?? null;
}

function* listKeys(blocks: readonly Block[]): Generator<[path: string[], line: number]> {
  for (const block of blocks) {
    if ('equals' in block) yield* listPair(block, []);
    if (!('items' in block)) continue;
    const table = block.key.item.value;
    yield [table, block.loc.start.line];
    for (const row of block.items) {
      if ('equals' in row) yield* listPair(row, table);
    }
  }
}

function* listPair(pair: KeyValue, prefix: string[]): Generator<[path: string[], line: number]> {
  const path = [...prefix, ...pair.key.value];
  yield [path, pair.loc.start.line];
  if (!('items' in pair.value)) return;
  for (const { item } of pair.value.items) {
    if ('equals' in item) yield* listPair(item as KeyValue, path);
  }
}

/** How many leading parts agree; 0 unless one is the beginning of the other. */
function commonDepth(key: readonly string[], wanted: readonly string[]): number {
  const depth = Math.min(key.length, wanted.length);
  return key.slice(0, depth).every((part, index) => part === wanted[index]) ? depth : 0;
}
