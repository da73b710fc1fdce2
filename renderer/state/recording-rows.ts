import type { ToolImage } from '../../protocol/conversation/entry.ts';
import type {
  RecordedMoment,
  RecordedStep,
  Recording,
  RecordingSummary,
} from '../../protocol/conversation/recording.ts';
import { recordingWords } from '../../protocol/conversation/recording-words.ts';

/** A line of the list: a conversation, then its sessions. */
export type ListRow =
  | { kind: 'heading'; key: string; title: string }
  | { kind: 'session'; key: string; item: RecordingSummary };

/** What the owner calls the conversation of a recording. */
export function recordingTitle({ conversationTitle, conversationId }: RecordingSummary): string {
  if (conversationTitle !== '') return conversationTitle;
  return conversationId.startsWith('window-') ? recordingWords.byHand : recordingWords.untitled;
}

/** Sessions under their conversations; a conversation stands where its newest session is. */
export function toListRows(items: readonly RecordingSummary[]): ListRow[] {
  const groups = new Map<string, RecordingSummary[]>();
  for (const item of items) {
    const group = groups.get(item.conversationId);
    if (group) group.push(item);
    else groups.set(item.conversationId, [item]);
  }
  return [...groups].flatMap(([id, group]): ListRow[] => {
    const first = group[0];
    if (!first) return [];
    const sessions = group.map((item): ListRow => ({ kind: 'session', key: item.id, item }));
    return [{ kind: 'heading', key: `of:${id}`, title: recordingTitle(first) }, ...sessions];
  });
}

/** A line of the strip. */
export type StripRow =
  | { kind: 'step'; key: string; step: RecordedStep }
  | { kind: 'moment'; key: string; moment: RecordedMoment };

/** Steps with the pauses between them, in the order they happened. */
export function toStripRows({ list, moments }: Recording): StripRow[] {
  const rows: { at: number; row: StripRow }[] = [
    ...list.map((step) => ({ at: step.startedAt, row: { kind: 'step' as const, key: `step:${step.n}`, step } })),
    ...moments.map((moment, index) => ({
      at: moment.at,
      row: { kind: 'moment' as const, key: `moment:${index}`, moment },
    })),
  ];
  return rows.sort((one, other) => one.at - other.at).map(({ row }) => row);
}

/** A picture of a strip with the words of its step. */
export type StripPicture = ToolImage & { caption: string; step: number };

/** Every picture of a recording in order, to be stepped through. */
export function stripPictures(list: readonly RecordedStep[]): StripPicture[] {
  return list.flatMap((step) =>
    [step.before, step.after]
      .filter((picture) => picture !== null)
      .map((picture) => ({ ...picture, caption: `${step.n}. ${step.title}`, step: step.n })),
  );
}
