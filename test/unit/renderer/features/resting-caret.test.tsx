import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { Composer } from '../../../../renderer/features/chat/composer.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { INFO } from '../../../support/window-fixture/sample-data.ts';

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const isFocused = () => document.activeElement === field();
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(assistive = false) {
  const { app } = renderWindow(<Composer />, createTestHost({ 'conversation.create': () => emptyConversation('c1') }));
  act(() => app.info.put({ ...INFO, assistive }));
  act(() => field().focus());
}

test('an empty field rests when nobody writes, and the next letter finds it again', () => {
  setUp();
  pass(4_900);
  expect(isFocused()).toBe(true);
  pass(200);
  expect(isFocused()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'h' });
  expect(isFocused()).toBe(true);
});

test('a paste and Arrow up wake it too; Tab, Space and shortcuts are left alone', () => {
  setUp();
  pass(5_100);
  for (const press of [{ key: 'Tab' }, { key: ' ' }, { key: 'n', ctrlKey: true }, { key: 'f', altKey: true }]) {
    fireEvent.keyDown(document.body, press);
    expect(isFocused()).toBe(false);
  }
  fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true });
  expect(isFocused()).toBe(true);
  pass(5_100);
  fireEvent.keyDown(document.body, { key: 'ArrowUp' });
  expect(isFocused()).toBe(true);
});

test('a field with text never rests, nor does one whose writer uses an input method', () => {
  setUp();
  fireEvent.change(field(), { target: { value: 'half a sentence' } });
  pass(60_000);
  expect(isFocused()).toBe(true);
  fireEvent.compositionStart(field());
  fireEvent.change(field(), { target: { value: '' } });
  pass(60_000);
  expect(isFocused()).toBe(true);
});

test('with a screen reader the place is kept', () => {
  setUp(true);
  pass(60_000);
  expect(isFocused()).toBe(true);
});

test('keys typed elsewhere after a rest are not taken away', () => {
  setUp();
  pass(5_100);
  const other = document.createElement('input');
  document.body.append(other);
  other.focus();
  fireEvent.keyDown(other, { key: 'h' });
  expect(document.activeElement).toBe(other);
  other.remove();
});
