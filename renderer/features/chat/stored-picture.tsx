import { ImageOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { ImageRef } from '../../../protocol/conversation/message.ts';
import { useApp } from '../../app-context.ts';
import type { ImageView } from '../../state/image-cache.ts';
import { chat as words } from '../../strings/chat.ts';

/** A picture of the store by id, held while this is drawn. */
export function useImage(id: string): ImageView {
  const { images } = useApp();
  const subscribe = useCallback((listener: () => void) => images.use(id, listener), [images, id]);
  return useSyncExternalStore(subscribe, () => images.peek(id));
}

interface StoredPictureProps {
  image: ImageRef;
  alt: string;
  point?: { x: number; y: number } | undefined;
  /** Draws it in its own pixels instead of filling the frame. */
  actual?: boolean;
}

/** A stored picture, never larger than its own pixels. Its place is kept by its size before it is there; a mark shows where an action landed. */
export function StoredPicture({ image, alt, point, actual = false }: StoredPictureProps) {
  const view = useImage(image.id);
  const size = actual
    ? { width: image.width, height: image.height }
    : { aspectRatio: `${image.width} / ${image.height}`, maxWidth: image.width };
  return (
    <span className={`relative block overflow-hidden bg-sunken ${actual ? 'shrink-0' : 'mx-auto w-full'}`} style={size}>
      {view.status === 'ready' ? (
        <img src={view.url} alt={alt} draggable={false} className="absolute inset-0 size-full object-contain" />
      ) : null}
      {view.status === 'failed' ? (
        <span
          role="img"
          aria-label={`${alt}. ${goneText(view)}`}
          className="absolute inset-0 flex flex-col items-center justify-center gap-1 p-2 text-center text-muted text-xs"
        >
          <ImageOff aria-hidden="true" className="size-5" />
          <span className="line-clamp-3">{goneText(view)}</span>
        </span>
      ) : null}
      {view.status === 'ready' && point ? <Landing image={image} point={point} /> : null}
    </span>
  );
}

function goneText(view: Extract<ImageView, { status: 'failed' }>): string {
  return view.failure.code === 'image_gone' ? words.pictureGone : view.failure.message;
}

function Landing({ image, point }: { image: ImageRef; point: { x: number; y: number } }) {
  const place = { left: `${(point.x / image.width) * 100}%`, top: `${(point.y / image.height) * 100}%` };
  return (
    <span
      role="img"
      aria-label={words.pictureLanding(point.x, point.y)}
      className="landing absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full"
      style={place}
    />
  );
}
