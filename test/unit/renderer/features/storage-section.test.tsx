import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StorageSection } from '../../../../renderer/features/settings/storage-section.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { SETTINGS } from '../../../support/window-fixture/sample-data.ts';

test.each([
  ...['0', '3651', '1.5', 'ever', ''].map((days) => ['Days to keep pictures', days, 'from 1 to 3650'] as const),
  ...['-1', '3651', '1.5', ''].map((days) => ['Days to keep recordings', days, 'from 0 to 3650'] as const),
])('%s: %j is not sent, and the page says which are taken', async (label, days, range) => {
  const host = createTestHost({ 'settings.read': () => SETTINGS });
  const { app, container } = renderWindow(<StorageSection />, host);
  await act(() => app.settings.load());
  fireEvent.change(screen.getByLabelText(label), { target: { value: days } });
  fireEvent.click(screen.getByRole('button', { name: `Save: ${label}` }));
  expect(screen.getByRole('alert').textContent).toContain(range);
  expect(container.textContent).not.toMatch(/for ever/);
  expect(host.inputs('settings.write')).toEqual([]);
});

test('recordings can be switched off with 0 days', async () => {
  const host = createTestHost({ 'settings.read': () => SETTINGS, 'settings.write': () => SETTINGS });
  const { app } = renderWindow(<StorageSection />, host);
  await act(() => app.settings.load());
  fireEvent.change(screen.getByLabelText('Days to keep recordings'), { target: { value: '0' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save: Days to keep recordings' })));
  expect(host.inputs('settings.write')).toEqual([{ key: 'computer_use.recording_days', value: 0 }]);
});
