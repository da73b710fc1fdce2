import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock, createSystemIds } from '../../main/host/system-ports.ts';
import { chooseDriver } from '../../main/store/choose-driver.ts';
import { transact } from '../../main/store/driver.ts';
import { openStore } from '../../main/store/open-store.ts';
import type { BenchRow } from './row.ts';

const LIMIT_MS = 100;
const MESSAGES = 1_000_000;
const CONVERSATIONS = 2_000;
const BATCH = 20_000;
const ROUNDS = 5;

/** Words of a language that is made up: common ones come often, as in any language. */
const SYLLABLES = ['ba', 'den', 'ko', 'lir', 'ma', 'nu', 'per', 'ri', 'so', 'tal', 'ven', 'wo', 'yi', 'zan'];

/** Beginnings that nearly every message has, rare words, several words, phrases, nothing, and the list's own search. */
const QUERIES = [
  'ba',
  'baden',
  'bade koli',
  'talven',
  '"ba denko"',
  'zanyiwozan',
  'message 7',
  'nothing like it',
  '東京',
];

/** The slowest of several kinds of question to the history search, over a million messages in a store on disk. */
export async function run(): Promise<BenchRow> {
  const home = mkdtempSync(join(tmpdir(), 'fermix-history-'));
  const clock = createSystemClock();
  const ids = createSystemIds(clock);
  const open = () => openStore({ home, clock, ids, retentionDays: () => 30, recordingDays: () => 7 });
  try {
    open().close();
    fill(join(home, 'memory.db'));
    const store = open();
    const times = QUERIES.map((query) =>
      Math.min(...Array.from({ length: ROUNDS }, () => time(() => store.conversations.search(query, null)))),
    );
    const found = QUERIES.map((query) => store.conversations.search(query, null).hits.length);
    if (found[0] !== 50 || found[7] !== 0) throw new Error(`The search found ${found.join(', ')} messages.`);
    store.close();
    const value = Math.max(...times);
    return {
      name: 'history_search',
      value,
      unit: 'ms',
      against: null,
      ratio: null,
      target: `at most ${LIMIT_MS} ms`,
      ok: value <= LIMIT_MS,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function time(work: () => unknown): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/** Straight into the tables: a million saves, each synced to the disk, would take an hour and measure nothing. */
function fill(path: string): void {
  const db = chooseDriver().open(path, { readOnly: false, busyTimeoutMs: 0 });
  db.exec('PRAGMA synchronous = OFF');
  const conversation = db.prepare(`INSERT INTO conversations (id, title, title_folded, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?)`);
  const message =
    db.prepare(`INSERT INTO messages (seq, conversation_id, kind, id, turn_id, at, status, client_id, counted, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`);
  const words = db.prepare('INSERT INTO message_words (rowid, text) VALUES (?, ?)');
  const next = wordMaker();
  transact(db, () => {
    for (let index = 0; index < CONVERSATIONS; index += 1)
      conversation.run(`c${index}`, `Conversation ${index}`, `conversation ${index}`, index, index);
  });
  for (let from = 1; from <= MESSAGES; from += BATCH) {
    transact(db, () => {
      for (let seq = from; seq < from + BATCH; seq += 1) {
        const text = `message ${seq}: ${next(12)}`;
        const base = { id: `m${seq}`, turnId: `t${seq >> 1}`, at: seq, text };
        const body =
          seq % 2 === 0
            ? { kind: 'assistant', ...base, reasoning: '', status: 'done', model: 'bench', toolCalls: [] }
            : { kind: 'user', ...base, images: [], files: [], status: 'sent', clientId: base.id };
        const client = seq % 2 === 0 ? null : base.id;
        const status = seq % 2 === 0 ? 'done' : 'sent';
        const place = `c${seq % CONVERSATIONS}`;
        message.run(seq, place, body.kind, base.id, base.turnId, seq, status, client, JSON.stringify(body));
        words.run(seq, text);
      }
    });
  }
  db.close();
}

/** Repeatable words, the first syllables more often than the last. */
function wordMaker(): (count: number) => string {
  let state = 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(((state >>> 8) / 16_777_216) ** 2 * limit);
  };
  const word = () => Array.from({ length: 1 + below(4) }, () => SYLLABLES[below(SYLLABLES.length)]).join('');
  return (count) => Array.from({ length: count }, word).join(' ');
}
