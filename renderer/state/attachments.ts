import type { FileRef, ImageRef } from '../../protocol/conversation/message.ts';

/** What is known of a file before it is read. `path` is empty when it is not on the disk (a pasted picture). */
export interface Candidate {
  name: string;
  bytes: number;
  type: string;
  path: string;
}

/** A chip in the composer. */
export interface Attachment {
  id: string;
  name: string;
  bytes: number;
  kind: 'image' | 'file';
  status: 'reading' | 'ready' | 'failed';
  problem: string | null;
  image: ImageRef | null;
  path: string;
}

export type RefusalReason = 'count' | 'file_bytes' | 'picture_bytes' | 'not_on_disk';

/** The files that were refused for one reason. */
export interface Refusal {
  reason: RefusalReason;
  names: string[];
}

export const MAX_ATTACHMENTS = 10;
export const MAX_FILE_BYTES = 100 * 1_048_576;
export const MAX_IMAGE_BYTES = 24 * 1_048_576;

const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Will the model see it as a picture? */
export function isPicture(candidate: Candidate): boolean {
  return PICTURE_TYPES.has(candidate.type);
}

/** Splits what was dropped into what fits and what does not, by the reason: many files make no more than a few lines. */
export function admit(
  held: readonly Attachment[],
  offered: readonly Candidate[],
): { accepted: number[]; refused: Refusal[] } {
  const accepted: number[] = [];
  const refused = new Map<RefusalReason, string[]>();
  let room = MAX_ATTACHMENTS - held.length;
  let imageBytes = held.reduce((sum, one) => sum + (one.kind === 'image' ? one.bytes : 0), 0);
  for (const [index, candidate] of offered.entries()) {
    const picture = isPicture(candidate);
    const reason = refusal(candidate, picture, room, imageBytes);
    if (reason) {
      refused.set(reason, [...(refused.get(reason) ?? []), candidate.name]);
      continue;
    }
    accepted.push(index);
    room -= 1;
    if (picture) imageBytes += candidate.bytes;
  }
  return { accepted, refused: [...refused].map(([why, names]) => ({ reason: why, names })) };
}

function refusal(candidate: Candidate, picture: boolean, room: number, imageBytes: number): RefusalReason | null {
  if (room <= 0) return 'count';
  if (candidate.bytes > MAX_FILE_BYTES) return 'file_bytes';
  if (picture && imageBytes + candidate.bytes > MAX_IMAGE_BYTES) return 'picture_bytes';
  return !picture && !candidate.path ? 'not_on_disk' : null;
}

/** What of the chips travels with the message. */
export function toDraftParts(attachments: readonly Attachment[]): { images: ImageRef[]; files: FileRef[] } {
  const images: ImageRef[] = [];
  const files: FileRef[] = [];
  for (const { image, path, name, bytes, kind } of attachments) {
    if (kind === 'image' && image) images.push(image);
    else if (kind === 'file') files.push({ path, name, bytes });
  }
  return { images, files };
}
