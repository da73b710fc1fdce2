import type { FileRef, ImageRef } from '../../protocol/conversation/message.ts';
import { fileSize } from './format.ts';

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

export interface Refusal {
  name: string;
  reason: string;
}

export const MAX_ATTACHMENTS = 10;
export const MAX_FILE_BYTES = 100 * 1_048_576;
export const MAX_IMAGE_BYTES = 24 * 1_048_576;

const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Will the model see it as a picture? */
export function isPicture(candidate: Candidate): boolean {
  return PICTURE_TYPES.has(candidate.type);
}

/** Splits what was dropped into what fits and what does not, with the reason for each refusal. */
export function admit(
  held: readonly Attachment[],
  offered: readonly Candidate[],
): { accepted: number[]; refused: Refusal[] } {
  const accepted: number[] = [];
  const refused: Refusal[] = [];
  let room = MAX_ATTACHMENTS - held.length;
  let imageBytes = held.reduce((sum, one) => sum + (one.kind === 'image' ? one.bytes : 0), 0);
  for (const [index, candidate] of offered.entries()) {
    const picture = isPicture(candidate);
    const reason = refusal(candidate, picture, room, imageBytes);
    if (reason) {
      refused.push({ name: candidate.name, reason });
      continue;
    }
    accepted.push(index);
    room -= 1;
    if (picture) imageBytes += candidate.bytes;
  }
  return { accepted, refused };
}

function refusal(candidate: Candidate, picture: boolean, room: number, imageBytes: number): string | null {
  if (room <= 0) return `A message takes at most ${MAX_ATTACHMENTS} attachments.`;
  if (candidate.bytes > MAX_FILE_BYTES) {
    return `It is ${fileSize(candidate.bytes)}; the limit is ${fileSize(MAX_FILE_BYTES)} a file.`;
  }
  if (picture && imageBytes + candidate.bytes > MAX_IMAGE_BYTES) {
    return `The pictures of one message may have ${fileSize(MAX_IMAGE_BYTES)} together.`;
  }
  if (!picture && !candidate.path) return 'It is not a file on this computer. Save it first, then attach it.';
  return null;
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
