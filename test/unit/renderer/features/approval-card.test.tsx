import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApprovalCard } from '../../../../renderer/features/chat/approval-card.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { approval } from '../../../support/window-fixture/sample-data.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const host = createTestHost({ 'approval.answer': () => ({ status: 'approved', text: 'The folder is open.' }) });
  const rendered = renderWindow(<ApprovalCard entry={approval({ expiresAt: 1_060_000 })} />, host);
  return { ...rendered, answers: () => host.inputs('approval.answer') };
}

const allow = () => screen.getByRole('button', { name: 'Allow' });
const deny = () => screen.getByRole('button', { name: 'Deny' });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const click = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });

test('it shows the exact thing, the words of the agent as such, and the time left', () => {
  setUp();
  expect(screen.getByText('/home/mira/projects/greenhouse')).toBeTruthy();
  expect(screen.getByText(/The agent says/)).toBeTruthy();
  expect(screen.getByText('60 s left')).toBeTruthy();
});

test('it takes no focus and has no default', () => {
  setUp();
  expect(document.activeElement).toBe(document.body);
  expect(document.querySelector('[autofocus], [type=submit]')).toBeNull();
});

test('a click on Allow counts only after 600 ms', async () => {
  const { answers } = setUp();
  click(allow());
  await wait(400);
  click(allow());
  expect(answers()).toEqual([]);
  await wait(400);
  click(allow());
  await wait(0);
  expect(answers()).toEqual([{ id: 'ask-1', allow: true }]);
});

test('a double click answers once', async () => {
  const { answers } = setUp();
  await wait(1000);
  click(allow());
  fireEvent.click(allow(), { detail: 2 });
  await wait(0);
  expect(answers()).toHaveLength(1);
});

test('Deny answers at once', async () => {
  const { answers } = setUp();
  click(deny());
  await wait(0);
  expect(answers()).toEqual([{ id: 'ask-1', allow: false }]);
});

test.each(['Enter', ' ', 'y', 'Escape', 'a'])('the plain key %j never answers', async (key) => {
  const { answers } = setUp();
  await wait(1000);
  for (const button of [allow(), deny()]) {
    act(() => button.focus());
    const passed = fireEvent.keyDown(button, { key });
    if (key === 'Enter' || key === ' ') expect(passed).toBe(false);
    fireEvent.keyUp(button, { key });
  }
  expect(answers()).toEqual([]);
});

test('a click made by a program through the accessibility bus does not answer', async () => {
  const { answers } = setUp();
  await wait(1000);
  fireEvent.click(allow(), { detail: 0 });
  expect(answers()).toEqual([]);
});

test('Ctrl+Enter on the focused button answers', async () => {
  const { answers } = setUp();
  await wait(1000);
  fireEvent.keyDown(allow(), { key: 'Enter', ctrlKey: true });
  await wait(0);
  expect(answers()).toEqual([{ id: 'ask-1', allow: true }]);
});

test('after the time there is nothing to press', async () => {
  setUp();
  await wait(61_000);
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  expect(screen.getByText(/Expired without an answer/)).toBeTruthy();
});

test('an answer given elsewhere is shown here', () => {
  renderWindow(<ApprovalCard entry={approval({ status: 'denied' })} />);
  expect(screen.getByText('Denied')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

test('a refusal of the host is shown and can be tried again', async () => {
  const { host, answers } = setUp();
  host.answer('approval.answer', () => {
    throw new Error('This question was asked elsewhere.');
  });
  await wait(1000);
  click(allow());
  await wait(0);
  expect(screen.getByRole('alert').textContent).toContain('asked elsewhere');
  click(allow());
  await wait(0);
  expect(answers()).toHaveLength(2);
});
