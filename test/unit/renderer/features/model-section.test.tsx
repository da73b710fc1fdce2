import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ModelState } from '../../../../protocol/ipc/shapes.ts';
import { ModelSection } from '../../../../renderer/features/settings/model-section.tsx';
import { settings } from '../../../../renderer/strings/settings.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { CONNECTED, DIRECT } from '../../../support/window-fixture/sample-data.ts';

const words = settings.model;

async function show(state: ModelState): Promise<void> {
  const host = createTestHost({ 'model.state': () => state, 'model.discover': () => [], 'model.list': () => [] });
  renderWindow(<ModelSection />, host);
  await act(async () => undefined);
}

test('where nothing is connected, nothing is shown as connected and nothing can be disconnected', async () => {
  await show(DIRECT);
  expect(screen.getByRole('heading', { name: 'Connect a model' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Connected' })).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'Disconnect' })).toEqual([]);
});

test('the page says when keys are only obfuscated, and offers servers found on this computer', async () => {
  const found = { name: 'A server at home', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3'] };
  const host = createTestHost({ 'model.state': () => DIRECT, 'model.discover': () => [found], 'model.list': () => [] });
  renderWindow(<ModelSection />, host);
  await act(async () => undefined);
  expect(screen.getByText(DIRECT.secretNote ?? '-')).toBeTruthy();
  expect(screen.getByText('A server at home')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: words.localUse }));
  expect(screen.getByDisplayValue('http://127.0.0.1:11434/v1')).toBeTruthy();
});

test('what is connected is listed', async () => {
  await show(CONNECTED);
  expect(screen.getByRole('heading', { name: 'Connected' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Disconnect' })).toHaveLength(3);
});
