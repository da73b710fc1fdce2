import { expect, test } from 'vitest';
import { approvalView, isAnsweringKey, isPointerClick } from '../../../../renderer/state/approval-clock.ts';

const entry = { status: 'pending' as const, expiresAt: 61_000 };

test('Allow waits 600 ms, Deny does not', () => {
  expect(approvalView(entry, 1000, 1599, false)).toMatchObject({ canAllow: false, canDeny: true, secondsLeft: 60 });
  expect(approvalView(entry, 1000, 1600, false)).toMatchObject({ canAllow: true, canDeny: true });
});

test('nothing can be answered twice, after the time, or after the end', () => {
  expect(approvalView(entry, 1000, 5000, true)).toMatchObject({ canAllow: false, canDeny: false });
  expect(approvalView(entry, 1000, 61_000, false)).toMatchObject({ open: false, canAllow: false, canDeny: false });
  expect(approvalView({ ...entry, status: 'denied' }, 1000, 5000, false).open).toBe(false);
});

test('plain keys never answer', () => {
  const key = { key: 'Enter', ctrlKey: false, metaKey: false, repeat: false };
  expect(isAnsweringKey(key)).toBe(false);
  expect(isAnsweringKey({ ...key, key: ' ', ctrlKey: true })).toBe(false);
  expect(isAnsweringKey({ ...key, ctrlKey: true })).toBe(true);
  expect(isAnsweringKey({ ...key, ctrlKey: true, repeat: true })).toBe(false);
  expect(isPointerClick({ detail: 0 })).toBe(false);
  expect(isPointerClick({ detail: 1 })).toBe(true);
});
