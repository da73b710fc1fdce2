import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { Composer } from '../../../../renderer/features/chat/composer.tsx';
import { EmptyState } from '../../../../renderer/features/chat/empty-state.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { DIRECT } from '../../../support/window-fixture/sample-data.ts';

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

function setUp() {
  const host = createTestHost({
    'conversation.create': () => emptyConversation('c1'),
    'conversation.open': () => emptyConversation('c1'),
    'conversation.send': () => ({ kind: 'user', id: 'u1' }),
    'conversation.stop': () => ({ stopped: true }),
    'approval.answer': () => ({ status: 'approved', text: '' }),
  });
  return renderWindow(<Composer />, host);
}

function type(text: string): void {
  fireEvent.change(field(), { target: { value: text } });
}

test('Enter sends what is written and empties the field', async () => {
  const { host } = setUp();
  type('look at the screen');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(host.inputs('conversation.send')).toMatchObject([{ text: 'look at the screen' }]));
  expect(field().value).toBe('');
});

test('Shift+Enter and an input method do not send', () => {
  const { host } = setUp();
  type('a');
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(host.inputs('conversation.send')).toEqual([]);
  expect(field().value).toBe('a');
});

test('Enter in an empty field sends nothing and answers no question', () => {
  const { host } = setUp();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(host.calls.map((call) => call.route)).toEqual([]);
});

test('while a turn runs the message is queued and Stop is there; pressing it shows at once', async () => {
  const { app, host } = setUp();
  await act(() => app.chat.open('c1'));
  act(() => app.chat.receive({ conversationId: 'c1', seq: 1, event: { type: 'turn-start', turnId: 't1', at: 1 } }));
  type('and then this');
  expect(screen.getByRole('button', { name: 'Queue message' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(screen.getByText('Stopping')).toBeTruthy();
  await waitFor(() => expect(host.inputs('conversation.stop')).toHaveLength(1));
});

test('the examples of direct mode fill the field and send nothing', async () => {
  const host = createTestHost({ 'model.state': () => DIRECT });
  const { app } = renderWindow(
    <>
      <EmptyState />
      <Composer />
    </>,
    host,
  );
  await act(() => app.model.load());
  expect(screen.getByText(/No model is connected/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'screen' }));
  expect(field().value).toBe('screen');
  expect(document.activeElement).toBe(field());
  expect(host.inputs('conversation.send')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Connect a model' }));
  expect(app.shell.getState().page).toEqual({ name: 'settings', section: 'model' });
});

test('files are pasted as chips, with a reason where one is refused', async () => {
  const { host } = setUp();
  host.answer('image.add', () => ({ id: 'i1', mime: 'image/png', width: 2, height: 2, bytes: 4 }));
  const picture = new File(['1234'], 'clip.png', { type: 'image/png' });
  const pdf = new File(['1234'], 'plan.pdf', { type: 'application/pdf' });
  fireEvent.paste(field(), { clipboardData: { files: [picture, pdf] } });
  await waitFor(() => expect(host.inputs('image.add')).toHaveLength(1));
  expect(screen.getByText('plan.pdf')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Reading')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
  type('see');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() =>
    expect(host.inputs('conversation.send')).toMatchObject([{ text: 'see', images: ['i1'], files: [] }]),
  );
});

test('thirty files dropped at once make one line about those that do not fit', async () => {
  setUp();
  const files = Array.from({ length: 30 }, (_, index) => new File(['1'], `f${index}.pdf`, { type: 'application/pdf' }));
  await act(async () => {
    fireEvent.paste(field(), { clipboardData: { files } });
  });
  expect(screen.getByRole('alert').textContent).toBe('20 files were not attached: at most 10 fit a message.');
});

test('a message that is too long for the host stays in the field, and the field says why', () => {
  const { host } = setUp();
  type('a'.repeat(1_000_001));
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toContain('at most 1,000,000 characters');
  expect(host.inputs('conversation.send')).toEqual([]);
  type('short');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('why a message cannot leave is no longer said once its cause is gone', async () => {
  const { host } = setUp();
  host.answer('image.add', () => {
    throw new Error('This is not a picture.');
  });
  const picture = new File(['1234'], 'clip.png', { type: 'image/png' });
  await act(async () => {
    fireEvent.paste(field(), { clipboardData: { files: [picture] } });
  });
  type('see');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toContain('could not be read');
  fireEvent.click(screen.getByRole('button', { name: 'Remove clip.png' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
