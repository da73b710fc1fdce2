import { useState } from 'react';
import type { ToolImage } from '../../../protocol/conversation/entry.ts';
import { chat as words } from '../../strings/chat.ts';
import { Lightbox } from './lightbox.tsx';
import { StoredPicture } from './stored-picture.tsx';

interface PictureRowProps {
  pictures: ToolImage[];
  /** For a picture without words of its own. */
  fallbackAlt: string;
}

/** Pictures side by side, before and after next to each other; each opens large. */
export function PictureRow({ pictures, fallbackAlt }: PictureRowProps) {
  const [open, setOpen] = useState<number | null>(null);
  const pair = pictures.length > 1;
  return (
    <>
      <ul
        aria-label={words.pictures}
        // One picture's list is no wider than its frame, so that it stands where its message stands.
        style={pair || !pictures[0] ? undefined : { maxWidth: `min(28rem, ${frameWidth(pictures[0])}px)` }}
        className={`grid w-full gap-2 ${pair ? 'sm:grid-cols-2' : ''}`}
      >
        {pictures.map((picture, index) => {
          const alt = picture.image.alt ?? fallbackAlt;
          return (
            <li key={picture.image.id}>
              <button
                type="button"
                aria-label={words.pictureOpen(alt)}
                onClick={() => setOpen(index)}
                style={{ maxWidth: frameWidth(picture) }}
                className="block min-h-6 w-full overflow-hidden rounded-control border border-line hover:border-control"
              >
                <StoredPicture image={picture.image} alt={alt} point={picture.point} />
              </button>
              {pair && picture.role !== 'result' ? (
                <p className="pt-0.5 text-muted text-xs">{words.pictureRoles[picture.role]}</p>
              ) : null}
            </li>
          );
        })}
      </ul>
      {open === null ? null : (
        <Lightbox pictures={pictures} fallbackAlt={fallbackAlt} start={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** As wide as the picture and its border, in pixels, but never too small to hit. */
function frameWidth({ image }: ToolImage): number {
  return Math.max(24, image.width + 2);
}
