import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import type { Sought } from '../../state/chat-store.ts';
import type { Row } from '../../state/rows.ts';
import { markWords } from './mark-words.ts';

/** Frames to wait for the row to be drawn and measured. */
const PATIENCE = 30;

/** Brings the row somebody looks for to the middle, focuses it and marks the words. */
export function useSoughtRow(
  scroller: RefObject<HTMLElement | null>,
  rows: Row[],
  list: Virtualizer<HTMLDivElement, Element>,
  stay: () => void,
): void {
  const { chat } = useApp();
  const sought = useStore(chat, (state) => state.sought);

  useEffect(() => {
    if (!sought) return;
    const index = rows.findIndex((row) => holds(row, sought));
    if (index < 0) return;
    chat.seen();
    stay();
    const attempt = (left: number) => {
      list.scrollToIndex(index, { align: 'center' });
      const row = scroller.current?.querySelector(`[data-index="${index}"]`);
      const stop = row?.querySelector('[data-stop]') ?? row;
      if (row && stop instanceof HTMLElement && left < PATIENCE - 2) {
        stop.focus({ preventScroll: true });
        markWords(row, sought.words);
      } else if (left > 0) {
        requestAnimationFrame(() => attempt(left - 1));
      }
    };
    attempt(PATIENCE);
  }, [sought, rows, list, scroller, chat, stay]);
}

function holds(row: Row, { kind, id }: Sought): boolean {
  if (row.kind === 'entry') return row.entry.kind === kind && row.entry.id === id;
  return row.kind === 'reads' && kind === 'tool' && row.entries.some((entry) => entry.id === id);
}
