import { expect, it } from 'vitest';
import { createEventFeed } from '../../../../main/electron/event-feed.ts';
import type { HostEvent } from '../../../../protocol/ipc/events.ts';

const event = (page: string): HostEvent => ({ name: 'app.navigate', payload: { page } });
const pages = (events: HostEvent[]) => events.map((one) => (one.name === 'app.navigate' ? one.payload.page : one.name));

it('keeps what is announced before the page listens, in order, and delivers it once', () => {
  const feed = createEventFeed();
  const got: HostEvent[] = [];
  feed.send(event('a'));
  feed.send(event('b'));
  feed.open((one) => got.push(one));
  feed.send(event('c'));
  expect(pages(got)).toEqual(['a', 'b', 'c']);
});

it('keeps again after the page went away, for the next one', () => {
  const feed = createEventFeed();
  const first: HostEvent[] = [];
  const second: HostEvent[] = [];
  feed.open((one) => first.push(one));
  feed.close();
  expect(feed.isOpen).toBe(false);
  feed.send(event('a'));
  feed.open((one) => second.push(one));
  expect([pages(first), pages(second)]).toEqual([[], ['a']]);
});

it('keeps the newest when nobody listens for long', () => {
  const feed = createEventFeed(2);
  const got: HostEvent[] = [];
  for (const page of ['a', 'b', 'c']) feed.send(event(page));
  feed.open((one) => got.push(one));
  expect(pages(got)).toEqual(['b', 'c']);
});
