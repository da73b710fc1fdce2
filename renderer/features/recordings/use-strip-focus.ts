import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react';
import type { StripRow } from '../../state/recording-rows.ts';

/** Frames to wait for a step to be drawn after it was scrolled to. */
const PATIENCE = 20;

/** Up, Down, Home and End go from step to step. */
export function useStripFocus(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly StripRow[],
  list: Virtualizer<HTMLDivElement, Element>,
): { go(index: number): void; onKeyDown(event: KeyboardEvent): void } {
  const now = useRef({ rows, list });
  now.current = { rows, list };

  const go = useCallback(
    (index: number) => {
      if (index < 0) return;
      now.current.list.scrollToIndex(index, { align: 'auto' });
      const attempt = (left: number) => {
        const card = scroller.current?.querySelector(`[data-index="${index}"] [data-stop]`);
        if (card instanceof HTMLElement) card.focus();
        else if (left > 0) requestAnimationFrame(() => attempt(left - 1));
      };
      requestAnimationFrame(() => attempt(PATIENCE));
    },
    [scroller],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const held = now.current.rows;
    const row = document.activeElement?.closest('[data-index]');
    const from = row instanceof HTMLElement ? Number(row.dataset['index']) : -1;
    const to = nextStep(held, from, event.key);
    if (to === null) return;
    event.preventDefault();
    go(to);
  };
  return { go, onKeyDown };
}

/** The index of the step a key leads to; null when the key means nothing or there is none. */
export function nextStep(rows: readonly StripRow[], from: number, key: string): number | null {
  const steps = rows.flatMap((row, index) => (row.kind === 'step' ? [index] : []));
  const found =
    key === 'ArrowDown'
      ? steps.find((index) => index > from)
      : key === 'ArrowUp'
        ? steps.findLast((index) => index < from)
        : key === 'Home'
          ? steps[0]
          : key === 'End'
            ? steps.at(-1)
            : undefined;
  return found ?? null;
}
