import { expect, test } from 'vitest';
import { FOLLOWING, isAtEnd, stick } from '../../../../renderer/state/scroll-stick.ts';

const place = (top: number, contentHeight = 1000) => ({ top, viewHeight: 400, contentHeight });

test('24 pixels from the end still count as the end', () => {
  expect(isAtEnd(place(576))).toBe(true);
  expect(isAtEnd(place(575))).toBe(false);
});

test('content that grows does not end the following', () => {
  const grown = stick(FOLLOWING, { type: 'scrolled', place: place(600, 1400), previousTop: 600 });
  expect(grown.following).toBe(true);
});

test('a reader who scrolls up stays where they are and sees a count', () => {
  const away = stick(FOLLOWING, { type: 'scrolled', place: place(200), previousTop: 600 });
  expect(away).toEqual({ following: false, unseen: 0 });
  const later = stick(stick(away, { type: 'rows-added', count: 2 }), { type: 'rows-added', count: 1 });
  expect(later).toEqual({ following: false, unseen: 3 });
});

test('scrolling down but not to the end does not follow; the end does, and clears the count', () => {
  const away = { following: false, unseen: 3 };
  expect(stick(away, { type: 'scrolled', place: place(300), previousTop: 200 })).toBe(away);
  expect(stick(away, { type: 'scrolled', place: place(590), previousTop: 300 })).toEqual(FOLLOWING);
});

test('sending and the button go to the end; opening a card stays with it', () => {
  const away = { following: false, unseen: 3 };
  expect(stick(away, { type: 'just-sent' })).toEqual(FOLLOWING);
  expect(stick(away, { type: 'jump-to-end' })).toEqual(FOLLOWING);
  expect(stick(FOLLOWING, { type: 'reader-opened' }).following).toBe(false);
  expect(stick(FOLLOWING, { type: 'rows-added', count: 4 })).toBe(FOLLOWING);
});
