import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../app-context.ts';
import type { Row } from '../../state/rows.ts';

/** Older messages are read when the reader comes this near to the first row held, in CSS pixels. */
const NEAR = 1_500;

/** Reads older pages before the reader reaches the top; the row in view stays where it is. */
export function useOlderPages(
  scroller: RefObject<HTMLElement | null>,
  rows: Row[],
  list: Virtualizer<HTMLDivElement, Element>,
): void {
  const { chat } = useApp();
  const first = useRef(rows[0]?.key);

  useLayoutEffect(() => {
    const before = first.current;
    first.current = rows[0]?.key;
    if (before === undefined || before === first.current) return;
    const index = rows.findIndex((row) => row.key === before);
    const start = index > 0 ? list.measurementsCache[index]?.start : undefined;
    const top = list.measurementsCache[0]?.start ?? 0;
    if (start !== undefined && scroller.current) scroller.current.scrollTop += start - top;
  }, [rows, list, scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const { conversation, older } = chat.getState();
      if (element.scrollTop > NEAR || older !== 'idle' || conversation?.before == null) return;
      void chat.loadOlder();
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [chat, scroller]);
}
