import { describe, expect, test } from 'vitest';
import { callerRefusal } from '../../../../main/computer/caller-rules.ts';
import { createCaptureBreaker } from '../../../../main/computer/capture-breaker.ts';
import { waitForQuiet } from '../../../../main/computer/courtesy.ts';
import { createInputSeat } from '../../../../main/computer/input-seat.ts';
import { platformRefusal } from '../../../../main/computer/platform.ts';
import { Refusal } from '../../../../main/computer/refusal.ts';
import type { Caller } from '../../../../main/registry/policy.ts';
import { OWNER } from '../../../support/computer.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

describe('who may use the computer (2.2)', () => {
  test.each<[string, Partial<Caller>, string | null]>([
    ['the owner in a chat', {}, null],
    ['the owner in a voice call', { origin: 'voice' }, null],
    ['the owner at a terminal', { channel: 'cli' }, null],
    ['a scheduled run', { origin: 'unattended', scheduled: true }, 'unattended_origin'],
    ['a turn nobody reads', { replyPort: false }, 'unattended_origin'],
    ['a process the app started', { origin: 'unattended', selfStarted: true }, 'unattended_origin'],
    ['a subagent', { depth: 1 }, 'subagent_denied'],
    ['a guest', { trust: 'guest' }, 'guest_denied'],
    ['a shared conversation', { shared: true }, 'shared_conversation'],
    ['no conversation', { conversationId: '' }, 'no_conversation'],
  ])('%s', (_name, more, code) => {
    expect(callerRefusal({ ...OWNER, ...more }, true)?.code ?? null).toBe(code);
  });

  test('a self-started process is named as such', () => {
    const refusal = callerRefusal({ ...OWNER, origin: 'unattended', selfStarted: true }, true);
    expect(refusal?.data).toEqual({ origin: 'unattended', detail: 'self_started' });
  });

  test('switched off, nobody may, and who could not anyway is told that', () => {
    expect(callerRefusal(OWNER, false)?.code).toBe('not_enabled');
    expect(callerRefusal({ ...OWNER, origin: 'unattended' }, false)?.code).toBe('unattended_origin');
  });
});

test.each([
  ['linux', 'x64', null],
  ['darwin', 'arm64', null],
  ['win32', 'x64', null],
  ['darwin', 'x64', 'Intel macOS'],
  ['linux', 'arm64', 'Linux on arm64'],
])('platform %s %s', (os, arch, words) => {
  const refusal = platformRefusal({ os, arch });
  if (words === null) expect(refusal).toBeNull();
  else expect(refusal?.message).toContain(words);
});

describe('capture breaker (12.4)', () => {
  test('two failures within a minute open it, longer each time, and only a picture clears it', async () => {
    const clock = createManualClock();
    const breaker = createCaptureBreaker(clock);
    breaker.wedged();
    expect(breaker.retryInMs()).toBe(0);
    await clock.advance(59_000);
    breaker.wedged();
    expect(breaker.retryInMs()).toBe(5_000);
    await clock.advance(5_000);
    expect(breaker.retryInMs()).toBe(0);
    breaker.wedged();
    expect(breaker.retryInMs()).toBe(30_000);
    await clock.advance(30_000);
    breaker.wedged();
    expect(breaker.retryInMs()).toBe(120_000);
    breaker.cleared();
    expect(breaker.retryInMs()).toBe(0);
    breaker.wedged();
    expect(breaker.retryInMs()).toBe(0);
  });

  test('failures more than a minute apart do not', async () => {
    const clock = createManualClock();
    const breaker = createCaptureBreaker(clock);
    breaker.wedged();
    await clock.advance(60_000);
    breaker.wedged();
    expect(breaker.retryInMs()).toBe(0);
  });
});

test('the input seat is taken, not queued, and lapses after a minute of rest', async () => {
  const clock = createManualClock();
  const seat = createInputSeat(clock);
  const take = (id: string) => seat.take(id) !== null;
  expect(take('a')).toBe(true);
  await clock.advance(59_999);
  expect(take('b')).toBe(false);
  expect(take('a')).toBe(true);
  await clock.advance(60_000);
  expect(seat.holds('a')).toBe(false);
  expect(take('b')).toBe(true);
  expect(take('a')).toBe(false);
  seat.release('a');
  expect(take('a')).toBe(false);
  seat.release('b');
  expect(take('a')).toBe(true);
});

test('a seat given back is as it was before it was taken', async () => {
  const clock = createManualClock();
  const seat = createInputSeat(clock);
  seat.take('a')?.();
  expect(seat.holds('a')).toBe(false);
  seat.take('b');
  await clock.advance(50_000);
  seat.take('b')?.();
  expect(seat.holds('b')).toBe(true);
  await clock.advance(10_000);
  expect(seat.holds('b')).toBe(false);
  const late = seat.take('c');
  seat.release('c');
  seat.take('d');
  late?.();
  expect(seat.holds('d')).toBe(true);
});

describe('courtesy (11)', () => {
  interface Row {
    idle: { idleMs: number | null; attributed: boolean } | null;
    ownAgo: number | null;
    outcome: string;
  }
  test.each<Row>([
    { idle: { idleMs: 5_000, attributed: true }, ownAgo: null, outcome: 'proceeded' },
    { idle: { idleMs: 999, attributed: true }, ownAgo: 10, outcome: 'user_active' },
    { idle: { idleMs: 1_000, attributed: true }, ownAgo: null, outcome: 'proceeded' },
    { idle: { idleMs: 10, attributed: false }, ownAgo: null, outcome: 'user_active' },
    { idle: { idleMs: 10, attributed: false }, ownAgo: 5_000, outcome: 'user_active' },
    { idle: { idleMs: 10, attributed: false }, ownAgo: 10, outcome: 'proceeded' },
    { idle: null, ownAgo: null, outcome: 'unavailable' },
    { idle: { idleMs: null, attributed: true }, ownAgo: null, outcome: 'unavailable' },
  ])('$idle, own action $ownAgo ms ago: $outcome', async ({ idle, ownAgo, outcome }) => {
    const clock = createManualClock();
    const running = waitForQuiet({
      clock,
      readIdle: async () => idle,
      lastOwnAction: ownAgo === null ? null : clock.now() - ownAgo,
      thresholdMs: 1000,
      signal: new AbortController().signal,
      stillAllowed: () => undefined,
    }).catch((error: unknown) => (error instanceof Refusal ? error.code : 'error'));
    await clock.advance(4_000);
    expect(await running).toBe(outcome);
  });

  test('waits for the owner to stop, and says so', async () => {
    const clock = createManualClock();
    const stopsAt = clock.now() + 500;
    const running = waitForQuiet({
      clock,
      readIdle: async () => ({ idleMs: Math.max(0, clock.now() - stopsAt), attributed: true }),
      lastOwnAction: null,
      thresholdMs: 1000,
      signal: new AbortController().signal,
      stillAllowed: () => undefined,
    });
    await clock.advance(3_000);
    expect(await running).toBe('deferred');
  });
});
