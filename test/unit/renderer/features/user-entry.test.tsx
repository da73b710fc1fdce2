import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { UserEntry } from '../../../../protocol/conversation/entry.ts';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { UserEntryView } from '../../../../renderer/features/chat/user-entry.tsx';
import { HostFailure } from '../../../../renderer/ipc/host.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';

const entry = (status: UserEntry['status']): UserEntry => {
  return { kind: 'user', id: 'u2', turnId: 't2', at: 1, text: 'and then that', images: [], files: [], status };
};

async function setUp(status: UserEntry['status'], unqueue: () => null = () => null) {
  const host = createTestHost({
    'conversation.open': () => emptyConversation('c1'),
    'conversation.unqueue': unqueue,
  });
  const rendered = renderWindow(<UserEntryView entry={entry(status)} />, host);
  await act(() => rendered.app.chat.open('c1'));
  return { ...rendered, asked: () => host.inputs('conversation.unqueue') };
}

test('a queued message can be taken back, and the focus goes where the next one is written', async () => {
  const { app, asked } = await setUp('queued');
  const before = app.composer.getState().focusAsked;
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(app.composer.getState().focusAsked).toBe(before + 1));
  expect(asked()).toEqual([{ conversationId: 'c1', id: 'u2' }]);
});

test('a message that was sent has no such button', async () => {
  await setUp('sent');
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('a message whose turn has begun stays, and the window says why', async () => {
  const { app } = await setUp('queued', () => {
    throw new HostFailure('not_queued', 'This message no longer waits.');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(app.shell.getState().toasts).toMatchObject([{ text: 'This message no longer waits.' }]));
});
