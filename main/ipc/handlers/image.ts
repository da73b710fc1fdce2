import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { ImageStore, PictureEncoder } from '../../agent/store-port.ts';
import type { RecordingStore } from '../../store/recording-port.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `image.${string}`>;

/** Pixels of the long edge and bytes of a picture the user adds: enough to open it large, small enough to send. */
const ADDED_EDGE = 2576;
const ADDED_BYTES = 3_700_000;
/** Bytes of a picture before it is scaled; the helper takes no more. */
const SOURCE_BYTES = 24 * 1024 * 1024;
const ENCODE_MS = 30_000;

/** Scales and stores what the user pastes, drops or attaches. Also used for pictures attached in a terminal. */
export async function addPicture(
  picture: { data: Uint8Array; name: string },
  parts: { images: ImageStore; encoder: PictureEncoder; signal: AbortSignal },
) {
  if (picture.data.byteLength > SOURCE_BYTES)
    throw new IpcRefusal('image_too_large', 'The picture is larger than 24 MiB.');
  const scaled = await parts.encoder.encode({
    data: picture.data,
    maxEdge: ADDED_EDGE,
    maxBytes: ADDED_BYTES,
    format: 'auto',
    signal: parts.signal,
  });
  return parts.images.put({ ...scaled, ...(picture.name === '' ? {} : { alt: picture.name }) });
}

export function imageHandlers(parts: {
  images: ImageStore;
  recordings: Pick<RecordingStore, 'readPicture'>;
  encoder: PictureEncoder;
}): Pick<IpcHandlers, Routes> {
  return {
    'image.add': (picture) => addPicture(picture, { ...parts, signal: AbortSignal.timeout(ENCODE_MS) }),
    async 'image.read'({ id }) {
      const picture = (await parts.images.read(id)) ?? (await parts.recordings.readPicture(id));
      if (!picture) throw new IpcRefusal('image_gone', 'This picture is no longer kept.');
      return { mime: picture.mime, data: picture.data };
    },
  };
}
