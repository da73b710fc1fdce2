import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import type { Row } from '../../state/rows.ts';

type List = Virtualizer<HTMLDivElement, Element>;

/** Frames to wait for a row to be drawn after it was scrolled to. */
const PATIENCE = 10;

/** Alt+Up and Alt+Down go from message to message; a command leads to the question that waits. */
export function useRowFocus(scroller: RefObject<HTMLDivElement | null>, rows: Row[], list: List): void {
  const { shell } = useApp();
  const asked = useStore(shell, (state) => state.approvalAsked);
  const handled = useRef(asked);
  const now = useRef({ rows, list });
  now.current = { rows, list };

  useEffect(() => {
    if (asked === handled.current) return;
    handled.current = asked;
    focusRow(scroller, now.current.list, now.current.rows.findLastIndex(isOpenQuestion));
  }, [asked, scroller]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      const { rows: held, list: virtual } = now.current;
      const from = currentIndex(held.length);
      const next = from + (event.key === 'ArrowUp' ? -1 : 1);
      if (next >= 0 && next < held.length) focusRow(scroller, virtual, next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [scroller]);
}

function isOpenQuestion(row: Row): boolean {
  return row.kind === 'entry' && row.entry.kind === 'approval' && row.entry.status === 'pending';
}

function currentIndex(otherwise: number): number {
  const row = document.activeElement?.closest('[data-index]');
  return row instanceof HTMLElement ? Number(row.dataset['index']) : otherwise;
}

function focusRow(scroller: RefObject<HTMLDivElement | null>, list: List, index: number): void {
  if (index < 0) return;
  list.scrollToIndex(index, { align: 'auto' });
  const attempt = (left: number) => {
    const stop = scroller.current?.querySelector(`[data-index="${index}"] [data-stop]`);
    if (stop instanceof HTMLElement) stop.focus();
    else if (left > 0) requestAnimationFrame(() => attempt(left - 1));
  };
  requestAnimationFrame(() => attempt(PATIENCE));
}
