import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConnectForm } from '../../../../renderer/features/settings/connect-form.tsx';
import { EMPTY_START } from '../../../../renderer/features/settings/connect-start.ts';
import { HostFailure } from '../../../../renderer/ipc/host.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { CONNECTED, DIRECT } from '../../../support/window-fixture/sample-data.ts';

const SECRET = 'sk-only-for-the-keychain';
const keyField = () => screen.getByLabelText<HTMLInputElement>('Key');
const modelField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' });

async function setUp(state = DIRECT) {
  const host = createTestHost({
    'model.list': () => [
      { id: 'claude-sonnet-5', label: 'Claude Sonnet 5', vision: true, contextWindow: null, efforts: [] },
    ],
    'model.connect': () => ({ state: CONNECTED, answeredMs: 840 }),
  });
  const rendered = renderWindow(<ConnectForm start={EMPTY_START} state={state} />, host);
  await waitFor(() => expect(host.inputs('model.list')).toHaveLength(1));
  await act(async () => undefined);
  return rendered;
}

async function submit(): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Test and save' }));
  });
}

test('the key goes to the host once and is gone from the page', async () => {
  const { host, container } = await setUp();
  fireEvent.change(keyField(), { target: { value: SECRET } });
  expect(container.innerHTML).not.toContain(SECRET);
  fireEvent.change(modelField(), { target: { value: 'claude-sonnet-5' } });
  await submit();
  expect(host.inputs('model.connect')).toEqual([{ provider: 'anthropic', model: 'claude-sonnet-5', key: SECRET }]);
  expect(keyField().value).toBe('');
  expect(screen.getByText('Saved. Anthropic (claude-sonnet-5) answered in 840 ms.')).toBeTruthy();
});

test('a stored key is never a value of the field', async () => {
  const { container } = await setUp(CONNECTED);
  expect(screen.getByText('A key is stored.')).toBeTruthy();
  expect(container.querySelector('input[type=password]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Replace it' }));
  expect(keyField().value).toBe('');
  expect(keyField().hasAttribute('value')).toBe(false);
});

test('a refusal keeps everything typed and says why', async () => {
  const { host } = await setUp();
  host.answer('model.connect', () => {
    throw new HostFailure('auth_failed', 'The provider did not accept the key.');
  });
  fireEvent.change(keyField(), { target: { value: SECRET } });
  fireEvent.change(modelField(), { target: { value: 'claude-sonnet-5' } });
  await submit();
  expect(screen.getByRole('alert').textContent).toContain('did not accept the key');
  expect(screen.getByRole('alert').textContent).toContain('Nothing was saved.');
  expect(keyField().value).toBe(SECRET);
  expect(modelField().value).toBe('claude-sonnet-5');
});

test('without a model nothing is asked', async () => {
  const { host } = await setUp();
  await submit();
  expect(host.inputs('model.connect')).toEqual([]);
  expect(screen.getByText('Choose a model first.')).toBeTruthy();
});

test('the list is walked with the keyboard', async () => {
  await setUp();
  fireEvent.focus(modelField());
  fireEvent.keyDown(modelField(), { key: 'ArrowDown' });
  fireEvent.keyDown(modelField(), { key: 'Enter' });
  expect(modelField().value).toBe('claude-sonnet-5');
});

test('a hosted provider can be reached at another address', async () => {
  const { host } = await setUp();
  expect(screen.queryByLabelText('Address of the server')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  fireEvent.change(screen.getByLabelText('Address of the server'), { target: { value: 'http://127.0.0.1:8080' } });
  fireEvent.change(modelField(), { target: { value: 'm' } });
  await submit();
  expect(host.inputs('model.connect')).toEqual([
    { provider: 'anthropic', model: 'm', baseUrl: 'http://127.0.0.1:8080' },
  ]);
});

test("a server of one's own needs its address", async () => {
  const { host } = await setUp();
  fireEvent.change(screen.getByLabelText('Provider'), { target: { value: 'custom' } });
  fireEvent.change(modelField(), { target: { value: 'm' } });
  await submit();
  expect(host.inputs('model.connect')).toEqual([]);
  expect(screen.getByText('Write the address of the server first.')).toBeTruthy();
});

test('a new problem takes the older refusal away', async () => {
  const { host } = await setUp();
  host.answer('model.connect', () => {
    throw new HostFailure('auth', 'Anthropic did not accept the API key.');
  });
  fireEvent.change(modelField(), { target: { value: 'claude-sonnet-5' } });
  await submit();
  expect(screen.getByText('Nothing was saved.')).toBeTruthy();
  fireEvent.change(modelField(), { target: { value: '' } });
  await submit();
  expect(screen.getByText('Choose a model first.')).toBeTruthy();
  expect(screen.queryByText('Nothing was saved.')).toBeNull();
});
