import type { FileRef, ImageRef } from '../../protocol/conversation/message.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { AgentPorts, Attachment } from './agent-ports.ts';
import type { SendInput } from './conversations-port.ts';
import type { StoredUser } from './store-port.ts';

/** Bytes of text that all attached files of one message may bring along. */
const ATTACHED_TEXT_LIMIT = 400_000;

/**
 * Checks a message and gathers what it refers to, before anything is stored. Throws a RemoteError: `empty_message`,
 * `image_gone`, `attachment_not_found`, `attachment_unreadable`.
 */
export async function composeMessage(
  input: SendInput,
  ports: Pick<AgentPorts, 'images' | 'attachments' | 'clock' | 'ids'>,
): Promise<StoredUser> {
  if (input.text.trim() === '' && input.images.length === 0 && input.files.length === 0) {
    throw new RemoteError('empty_message', 'The message is empty.');
  }
  const images = input.images.map((id) => findImage(id, ports));
  const attached = await Promise.all(input.files.map((file) => ports.attachments.read(file.path)));
  const fileTexts = textsOf(attached);
  return {
    kind: 'user',
    id: ports.ids.next('msg'),
    turnId: ports.ids.next('turn'),
    at: ports.clock.now(),
    text: input.text,
    images,
    files: attached.map(({ path, name, bytes }): FileRef => ({ path, name, bytes })),
    status: 'sent',
    clientId: input.clientId,
    ...(fileTexts.length === 0 ? {} : { fileTexts }),
  };
}

function findImage(id: string, ports: Pick<AgentPorts, 'images'>): ImageRef {
  const image = ports.images.ref(id);
  if (!image) throw new RemoteError('image_gone', 'A picture of this message is no longer kept. Add it again.');
  return image;
}

function textsOf(attached: readonly Attachment[]): { path: string; text: string; truncated: boolean }[] {
  let room = ATTACHED_TEXT_LIMIT;
  return attached.flatMap(({ path, text, truncated }) => {
    if (text === null || room <= 0) return [];
    const part = text.slice(0, room);
    room -= part.length;
    return [{ path, text: part, truncated: truncated || part.length < text.length }];
  });
}
