import { join } from 'node:path';
import Database from 'better-sqlite3';

/** What the store on disk holds, read beside the running app. */
export interface StoredRows {
  userTexts: string[];
  assistantTexts: string[];
  tools: string[];
  /** Outcome of each tool result, in order. */
  outcomes: string[];
  images: number;
}

export function storedRows(home: string): StoredRows {
  const database = new Database(join(home, 'memory.db'), { readonly: true });
  const texts = (kind: string) => column(`SELECT body FROM messages WHERE kind = '${kind}' ORDER BY seq`).map(textOf);
  const column = (sql: string) => database.prepare(sql).pluck().all().map(String);
  try {
    return {
      userTexts: texts('user'),
      assistantTexts: texts('assistant'),
      tools: column('SELECT name FROM tool_calls ORDER BY message_seq'),
      outcomes: column('SELECT outcome FROM tool_results ORDER BY message_seq'),
      images: Number(column('SELECT count(*) FROM images')[0] ?? 0),
    };
  } finally {
    database.close();
  }
}

function textOf(body: string): string {
  const value: unknown = JSON.parse(body);
  return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';
}
