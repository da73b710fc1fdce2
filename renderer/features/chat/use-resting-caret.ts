import { type RefObject, useEffect } from 'react';

/** After this long without a key, a click or a change, an empty field lets its caret rest. Milliseconds. */
const REST_AFTER_MS = 5_000;

/** Sits on the page's body after a rest, so that the next key finds its way back. */
const WAKING_KEYS = new Set(['ArrowUp', 'Unidentified', 'Process', 'Dead']);

/**
 * Blurs an empty field that nobody writes in, because a blinking caret alone keeps the whole drawing path awake (about one
 * percent of a core). The next printable key, Arrow up or paste gives the field its focus back before it is handled, so
 * nothing typed is lost. `keep` says that it must not rest: a screen reader would lose its place.
 */
export function useRestingCaret(field: RefObject<HTMLTextAreaElement | null>, keep: boolean): void {
  useEffect(() => {
    const element = field.current;
    if (!element || keep) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Whoever writes through an input method needs a focused field before the first key, so theirs never rests.
    let composes = false;
    let resting = false;

    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, REST_AFTER_MS);
    };
    const rest = () => {
      if (composes || element.value !== '' || document.activeElement !== element) return;
      resting = true;
      element.blur();
    };
    const wake = (event: KeyboardEvent) => {
      if (!resting || document.activeElement !== document.body || !isForWriting(event)) return;
      element.focus();
    };
    const onFocus = () => {
      resting = false;
      restart();
    };
    const onCompose = () => {
      composes = true;
    };
    const listeners = [
      ['focus', onFocus],
      ['keydown', restart],
      ['input', restart],
      ['pointerdown', restart],
      ['compositionstart', onCompose],
    ] as const;
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    window.addEventListener('keydown', wake, true);
    restart();
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
      window.removeEventListener('keydown', wake, true);
    };
  }, [field, keep]);
}

function isForWriting(event: KeyboardEvent): boolean {
  if (event.altKey && !event.getModifierState('AltGraph')) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'v';
  return event.key.length === 1 ? event.key !== ' ' : WAKING_KEYS.has(event.key);
}
