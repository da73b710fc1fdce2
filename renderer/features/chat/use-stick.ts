import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { Row } from '../../state/rows.ts';
import { FOLLOWING, type ScrollPlace, stick } from '../../state/scroll-stick.ts';

interface StickControl {
  following: boolean;
  unseen: number;
  onScroll: () => void;
  /** The reader opened a card: stay with it. */
  opened: () => void;
  jump: () => void;
}

/** Keeps the view at the end while the reader is there; counts what comes while they are elsewhere. */
export function useStick(scroller: RefObject<HTMLElement | null>, rows: Row[], total: number): StickControl {
  const [state, send] = useReducer(stick, FOLLOWING);
  const lastTop = useRef(0);
  const following = useRef(true);
  following.current = state.following;
  const seen = useRef({ count: rows.length, last: rows.at(-1)?.key });

  useEffect(() => {
    const before = seen.current;
    const last = rows.at(-1);
    seen.current = { count: rows.length, last: last?.key };
    if (last?.kind === 'pending' && last.key !== before.last) send({ type: 'just-sent' });
    else if (rows.length > before.count) send({ type: 'rows-added', count: rows.length - before.count });
  }, [rows]);

  useLayoutEffect(() => {
    if (state.following && total > 0) toEnd(scroller.current);
  }, [state.following, total, scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    // The composer grew or the window shrank: a reader at the end stays there.
    const observer = new ResizeObserver(() => {
      if (following.current) toEnd(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  return {
    ...state,
    onScroll() {
      const element = scroller.current;
      if (!element) return;
      const place = placeOf(element);
      send({ type: 'scrolled', place, previousTop: lastTop.current });
      lastTop.current = place.top;
    },
    opened: () => send({ type: 'reader-opened' }),
    jump: () => send({ type: 'jump-to-end' }),
  };
}

function toEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}

function placeOf(element: HTMLElement): ScrollPlace {
  return { top: element.scrollTop, viewHeight: element.clientHeight, contentHeight: element.scrollHeight };
}
