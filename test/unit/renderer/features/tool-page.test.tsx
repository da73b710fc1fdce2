import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NumberedEvent } from '../../../../protocol/conversation/event.ts';
import { HAND_RUN_CONVERSATION } from '../../../../protocol/conversation/hand-run.ts';
import { runCommand } from '../../../../renderer/features/shell/use-commands.ts';
import { ToolDetail } from '../../../../renderer/features/tools/tool-detail.tsx';
import { ToolsPage } from '../../../../renderer/features/tools/tools-page.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { TOOLS } from '../../../support/window-fixture/sample-data.ts';

function toolNamed(name: string) {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

function setUp(name: string) {
  let finish: (value: unknown) => void = () => undefined;
  const host = createTestHost({
    'tool.run': () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
    'tool.stop': () => null,
  });
  const rendered = renderWindow(<ToolDetail tool={toolNamed(name)} />, host);
  return { ...rendered, host, finish: (value: unknown) => act(async () => finish(value)) };
}

const run = () => fireEvent.click(screen.getByRole('button', { name: 'Run' }));

test('a form made from the schema runs the tool; output and result are shown', async () => {
  const { host, finish } = setUp('shell');
  fireEvent.change(screen.getByLabelText(/command/), { target: { value: 'ls -la' } });
  fireEvent.change(screen.getByLabelText(/timeout_ms/), { target: { value: '500' } });
  run();
  expect(host.inputs('tool.run')).toEqual([
    { name: 'shell', input: { command: 'ls -la', timeout_ms: 500 }, runId: 'id-1' },
  ]);
  act(() => host.emit('tool-run.output', { runId: 'id-1', text: 'total 4' }));
  act(() => host.emit('tool-run.output', { runId: 'other', text: 'not mine' }));
  expect(screen.getByText('total 4')).toBeTruthy();
  expect(screen.queryByText(/not mine/)).toBeNull();
  await finish({ ok: true, code: null, outcome: 'performed', text: 'total 8', images: [], durationMs: 12 });
  expect(screen.getByText('total 8')).toBeTruthy();
  expect(screen.getByText('took 12 ms')).toBeTruthy();
});

test('Stop ends the run by its id', async () => {
  const { host } = setUp('shell');
  fireEvent.change(screen.getByLabelText(/command/), { target: { value: 'sleep 9' } });
  run();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(host.inputs('tool.stop')).toEqual([{ runId: 'id-1' }]));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stopping' }).disabled).toBe(true);
});

test('a value that cannot be sent is named beside its field, and nothing runs', () => {
  const { host } = setUp('shell');
  fireEvent.change(screen.getByLabelText(/timeout_ms/), { target: { value: 'soon' } });
  run();
  expect(host.inputs('tool.run')).toEqual([]);
  expect(screen.getByText('Write a number.')).toBeTruthy();
});

test('lists, nested objects and choices are made by the form, and JSON holds the same', () => {
  const { host } = setUp('computer_use');
  fireEvent.change(screen.getByLabelText(/action/), { target: { value: '"left_click"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const [x, y] = screen.getAllByLabelText('Item 1');
  if (x && y) {
    fireEvent.change(x, { target: { value: '10' } });
    fireEvent.change(y, { target: { value: '20' } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'JSON' }));
  const json = screen.getByLabelText<HTMLTextAreaElement>('Input as JSON');
  expect(JSON.parse(json.value)).toEqual({ action: 'left_click', coordinate: [10, 20] });
  fireEvent.change(json, { target: { value: '{"action": ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Form' }));
  expect(screen.getByRole('alert').textContent).toContain('not a JSON object');
  fireEvent.change(json, { target: { value: '{"action":"screenshot"}' } });
  run();
  expect(host.inputs('tool.run')).toMatchObject([{ input: { action: 'screenshot' } }]);
});

test('leaving the tool ends what it started', async () => {
  const { host, unmount } = setUp('shell');
  fireEvent.change(screen.getByLabelText(/command/), { target: { value: 'sleep 9' } });
  run();
  unmount();
  await waitFor(() => expect(host.inputs('tool.stop')).toEqual([{ runId: 'id-1' }]));
});

function question(id: string, conversationId: string): NumberedEvent {
  const entry = {
    kind: 'approval' as const,
    id,
    turnId: 't1',
    at: Date.now(),
    title: `Allow ${id}`,
    exact: '+ allowed_roots: /srv/site',
    reason: 'To build it.',
    expiresAt: Date.now() + 60_000,
    status: 'pending' as const,
  };
  return { conversationId, seq: 1, event: { type: 'approval-start', entry } };
}

test('what a tool run by hand asks is asked on the page, and its answer stays beside it', () => {
  const { app } = setUp('shell');
  act(() => app.approvals.receive(question('mine', HAND_RUN_CONVERSATION)));
  act(() => app.approvals.receive(question('of a chat', 'conv-1')));
  expect(screen.getByText('Allow mine')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Deny' })).toBeTruthy();
  expect(screen.queryByText('Allow of a chat')).toBeNull();
  const end = { type: 'approval-end', id: 'mine', status: 'denied' } as const;
  act(() => app.approvals.receive({ conversationId: HAND_RUN_CONVERSATION, seq: 2, event: end }));
  expect(screen.queryByRole('button', { name: 'Deny' })).toBeNull();
  expect(screen.getByText('Denied')).toBeTruthy();
});

test('the command for the question that waits leads to the Tools page and to the card', async () => {
  const host = createTestHost({ 'tool.list': () => TOOLS });
  const { app } = renderWindow(<ToolsPage name={null} />, host);
  act(() => app.approvals.receive(question('mine', HAND_RUN_CONVERSATION)));
  act(() => runCommand(app, 'focus-approval'));
  expect(app.shell.getState().page).toEqual({ name: 'tools', tool: null });
  expect(document.activeElement?.getAttribute('data-approval')).toBe('pending');
  await act(async () => undefined);
});

test('a new problem takes the older result away', async () => {
  const { finish } = setUp('shell');
  fireEvent.change(screen.getByLabelText(/command/), { target: { value: 'ls' } });
  run();
  await finish({ ok: true, code: null, outcome: 'performed', text: 'total 8', images: [], durationMs: 12 });
  fireEvent.click(screen.getByRole('button', { name: 'JSON' }));
  fireEvent.change(screen.getByLabelText('Input as JSON'), { target: { value: '{' } });
  run();
  expect(screen.getByRole('alert').textContent).toContain('not a JSON object');
  expect(screen.queryByText('total 8')).toBeNull();
});
