import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ToolImage } from '../../../protocol/conversation/entry.ts';
import { cx } from '../../components/cx.ts';
import { Dialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { chat as words } from '../../strings/chat.ts';
import { StoredPicture } from './stored-picture.tsx';

/** `step` ties the picture before an action to the one after it; without it the whole list is one step. */
export type LightboxPicture = ToolImage & { caption?: string; step?: number };

interface LightboxProps {
  pictures: readonly LightboxPicture[];
  fallbackAlt: string;
  start: number;
  /** Hears which picture is on show when the view is closed. */
  onClose: (index: number) => void;
}

/** Pictures large: arrows go from one to the next, B changes between before and after, Escape closes. */
export function Lightbox({ pictures, fallbackAlt, start, onClose }: LightboxProps) {
  const [index, setIndex] = useState(start);
  const [actual, setActual] = useState(false);
  const picture = pictures[index];
  const last = pictures.length - 1;
  const step = (by: number) => setIndex((now) => Math.min(last, Math.max(0, now + by)));
  const other = counterpart(pictures, index);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const to = targetOf(event.key, index, last, other);
      if (to === null) return;
      event.preventDefault();
      setIndex(to);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [index, last, other]);

  if (!picture) return null;
  const alt = picture.image.alt ?? fallbackAlt;
  const role = picture.role === 'result' ? '' : words.pictureRoles[picture.role];
  const point = picture.point ? words.pictureLanding(picture.point.x, picture.point.y) : '';
  const place = pictures.length > 1 ? words.pictureOf(index + 1, pictures.length) : '';
  const close = () => onClose(index);

  return (
    <Dialog title={picture.caption ?? alt} place="full" bare onClose={close}>
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-1 border-line border-b px-3 py-2">
          <p aria-live="polite" className="min-w-40 flex-1 truncate text-sm">
            {[picture.caption, role, picture.caption ? '' : alt, point, place].filter(Boolean).join(' · ')}
          </p>
          {other === null ? null : <Switch role={picture.role} onSwitch={() => setIndex(other)} />}
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
          <IconButton icon={X} label={words.pictureClose} onClick={close} />
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

/** Before and after as two halves of one switch: the same place of the screen, one keystroke apart. */
function Switch({ role, onSwitch }: { role: ToolImage['role']; onSwitch: () => void }) {
  const half = (name: 'before' | 'after') => {
    const on = name === 'before' ? role === 'before' : role !== 'before';
    return (
      <button
        key={name}
        type="button"
        aria-pressed={on}
        title={on ? undefined : words.pictureSwitch}
        onClick={on ? undefined : onSwitch}
        className={cx('min-h-6 rounded-[0.25rem] px-2 text-sm', on ? 'bg-selected font-medium' : 'text-muted')}
      >
        {words.pictureRoles[name]}
      </button>
    );
  };
  return (
    <fieldset className="flex gap-0.5 rounded-control border border-control p-0.5">
      <legend className="sr-only">{words.pictureSwitch}</legend>
      {half('before')}
      {half('after')}
    </fieldset>
  );
}

/** The picture on the other side of the same action; null when there is none. */
function counterpart(pictures: readonly LightboxPicture[], index: number): number | null {
  const now = pictures[index];
  if (!now) return null;
  const found = pictures.findIndex(
    ({ role, step }) => step === now.step && (role === 'before') !== (now.role === 'before'),
  );
  return found < 0 ? null : found;
}

/** Where a key leads; null for a key that means nothing here. */
function targetOf(key: string, index: number, last: number, other: number | null): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(last, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'b':
    case 'B':
      return other;
    default:
      return null;
  }
}

/** Width by height of the picture, so that it fits into the window in both directions. */
function ratio(picture: ToolImage): Record<string, number> {
  return { '--ratio': picture.image.width / Math.max(1, picture.image.height) };
}
