import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from '../../../../renderer/components/confirm-dialog.tsx';
import { Dialog } from '../../../../renderer/components/dialog.tsx';
import { RenameDialog } from '../../../../renderer/features/shell/conversation-dialogs.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';

const ITEM = { id: 'c-1', title: 'Old title', updatedAt: 1, running: false, needsYou: false, messageCount: 2 };

test('Rename begins in the title, all of it selected, and Enter renames', async () => {
  const host = createTestHost({ 'conversation.rename': () => null, 'conversation.list': () => [] });
  renderWindow(<RenameDialog item={ITEM} onClose={() => undefined} />, host);
  const title = screen.getByLabelText<HTMLInputElement>('Title');
  expect(document.activeElement).toBe(title);
  expect([title.selectionStart, title.selectionEnd]).toEqual([0, 'Old title'.length]);
  fireEvent.change(title, { target: { value: 'New title' } });
  await act(async () => title.form?.requestSubmit());
  await waitFor(() =>
    expect(host.inputs('conversation.rename')).toEqual([{ conversationId: 'c-1', title: 'New title' }]),
  );
});

test.each([
  ['a line', <input key="field" aria-label="Field" />],
  ['a text', <textarea key="field" aria-label="Field" />],
  ['a choice', <select key="field" aria-label="Field" />],
])('every dialog with %s begins in it', (_, field) => {
  renderWindow(
    <Dialog title="Ask" onClose={() => undefined}>
      <button type="button">Help</button>
      {field}
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Field'));
});

test('a question begins at its way out, also where it has a field', () => {
  renderWindow(
    <ConfirmDialog title="Sure" confirm="Do it" onConfirm={() => undefined} onClose={() => undefined}>
      <input aria-label="Field" />
    </ConfirmDialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
});
