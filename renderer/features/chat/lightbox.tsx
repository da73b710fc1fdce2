import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ToolImage } from '../../../protocol/conversation/entry.ts';
import { Dialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { chat as words } from '../../strings/chat.ts';
import { StoredPicture } from './stored-picture.tsx';

interface LightboxProps {
  pictures: ToolImage[];
  fallbackAlt: string;
  start: number;
  onClose: () => void;
}

/** Pictures large: arrows go from one to the next, Escape closes. */
export function Lightbox({ pictures, fallbackAlt, start, onClose }: LightboxProps) {
  const [index, setIndex] = useState(start);
  const [actual, setActual] = useState(false);
  const picture = pictures[index];
  const last = pictures.length - 1;
  const step = (by: number) => setIndex((now) => Math.min(last, Math.max(0, now + by)));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') setIndex((now) => Math.max(0, now - 1));
      if (event.key === 'ArrowRight') setIndex((now) => Math.min(last, now + 1));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [last]);

  if (!picture) return null;
  const alt = picture.image.alt ?? fallbackAlt;
  const role = picture.role === 'result' ? '' : words.pictureRoles[picture.role];
  const point = picture.point ? words.pictureLanding(picture.point.x, picture.point.y) : '';
  const place = pictures.length > 1 ? words.pictureOf(index + 1, pictures.length) : '';

  return (
    <Dialog title={alt} place="full" bare onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex items-center gap-1 border-line border-b px-3 py-2">
          <p aria-live="polite" className="min-w-0 flex-1 truncate text-sm">
            {[role, alt, point, place].filter(Boolean).join(' · ')}
          </p>
          <IconButton
            icon={ChevronLeft}
            label={words.picturePrevious}
            disabled={index === 0}
            onClick={() => step(-1)}
          />
          <IconButton icon={ChevronRight} label={words.pictureNext} disabled={index === last} onClick={() => step(1)} />
          <IconButton
            icon={actual ? Minimize : Maximize}
            label={actual ? words.pictureFit : words.pictureActual}
            onClick={() => setActual(!actual)}
          />
          <IconButton icon={X} label={words.pictureClose} onClick={onClose} />
        </div>
        <section aria-label={alt} className="flex min-h-0 flex-1 overflow-auto bg-sunken">
          <div
            className={actual ? 'm-auto' : 'm-auto w-full max-w-[calc((100vh-4rem)*var(--ratio))]'}
            style={ratio(picture)}
          >
            <StoredPicture image={picture.image} alt={alt} point={picture.point} actual={actual} />
          </div>
        </section>
      </div>
    </Dialog>
  );
}

/** Width by height of the picture, so that it fits into the window in both directions. */
function ratio(picture: ToolImage): Record<string, number> {
  return { '--ratio': picture.image.width / Math.max(1, picture.image.height) };
}
