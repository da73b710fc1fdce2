import type { RecordedStep, RecordingEnd, RecordingSummary } from '../../protocol/conversation/recording.ts';
import { isJsonObject } from '../../protocol/json.ts';
import type { SqlRow } from './driver.ts';
import { foldText } from './fold-text.ts';

/** Columns and tables of a summary; an untitled conversation and one that is not ours have no title. */
export const SUMMARY = `
  SELECT recordings.id, recordings.conversation_id, coalesce(conversations.title, '') AS title, started_at, ended_at,
    end_kind, reason,
    (SELECT count(*) FROM recording_steps WHERE recording_id = recordings.id) AS steps,
    (SELECT coalesce(sum(bytes), 0) FROM recording_pictures WHERE recording_id = recordings.id) AS bytes
  FROM recordings LEFT JOIN conversations ON conversations.id = recordings.conversation_id`;

export function toSummary(row: SqlRow): RecordingSummary {
  return {
    id: String(row['id']),
    conversationId: String(row['conversation_id']),
    conversationTitle: String(row['title']),
    startedAt: Number(row['started_at']),
    endedAt: row['ended_at'] === null ? null : Number(row['ended_at']),
    end: String(row['end_kind']) as RecordingEnd,
    reason: row['reason'] === null ? null : String(row['reason']),
    steps: Number(row['steps']),
    bytes: Number(row['bytes']),
  };
}

/** A step back from its row; null for one that cannot be read, so that the others are shown. */
export function toStep(row: SqlRow): RecordedStep | null {
  try {
    const body: unknown = JSON.parse(String(row['body']));
    return isJsonObject(body) && body['n'] === row['n'] ? (body as unknown as RecordedStep) : null;
  } catch {
    return null;
  }
}

/** What the search finds of a step: its words, never a text that was typed. */
export function foldedWords(step: RecordedStep): string {
  const { window, target } = step.report ?? {};
  return foldText([step.title, step.action, window?.title, window?.app, target?.name, step.code].join('\n'));
}
