import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryPage } from '../../../../renderer/features/memory/memory-page.tsx';
import { HostFailure } from '../../../../renderer/ipc/host.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { MEMORY_ITEMS, MEMORY_STATE } from '../../../support/window-fixture/sample-memory.ts';

function open(more: Record<string, (input: never) => unknown> = {}) {
  const calls: [string, unknown][] = [];
  const note = (name: string, answer: unknown) => (input: never) => {
    calls.push([name, input]);
    return answer;
  };
  const host = createTestHost({
    'memory.list': note('list', MEMORY_ITEMS) as never,
    'memory.state': () => MEMORY_STATE,
    'memory.change': note('change', MEMORY_ITEMS[0]) as never,
    'memory.archive': note('archive', null) as never,
    'memory.delete': note('delete', null) as never,
    'memory.review': note('review', MEMORY_STATE) as never,
    ...(more as object),
  });
  renderWindow(<MemoryPage />, host);
  return calls;
}

test('rows stand under where they are valid; what is not the owner’s says so', async () => {
  open();
  const about = await screen.findByRole('region', { name: 'About you' });
  expect(within(about).getByText('Drinks green tea and no coffee.')).toBeTruthy();
  const said = screen.getByRole('region', { name: 'From conversations' });
  expect(within(said).getByText('Written after outside text was read')).toBeTruthy();
  expect(screen.getByText(/2 conversations wait/)).toBeTruthy();
});

test('a row is edited, archived and deleted', async () => {
  const calls = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit os' }));
  fireEvent.change(screen.getByLabelText('What is remembered'), { target: { value: 'It runs Arch.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls).toContainEqual([
      'change',
      { id: 'mem_3', key: 'os', value: 'It runs Arch.', category: 'environment' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Forget os' }));
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(calls).toContainEqual(['archive', { id: 'mem_3', archived: true }]));
  fireEvent.click(screen.getByRole('button', { name: 'Forget os' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls).toContainEqual(['delete', { id: 'mem_3' }]));
});

test('a refused change keeps what was typed and says why', async () => {
  open({
    'memory.change': () => {
      throw new HostFailure('profile_over_cap', 'USER.md is full.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit os' }));
  fireEvent.change(screen.getByLabelText('What is remembered'), { target: { value: 'long' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('USER.md is full.');
  expect((screen.getByLabelText('What is remembered') as HTMLTextAreaElement).value).toBe('long');
});

test('nothing remembered, and memory that cannot be read', async () => {
  open({ 'memory.list': () => [] });
  await screen.findByText(/Nothing is remembered yet/);
});

test('a failure has a way to try again', async () => {
  open({
    'memory.list': () => {
      throw new HostFailure('store_busy', 'Another program holds the file.');
    },
  });
  await screen.findByText('Memory could not be read.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
