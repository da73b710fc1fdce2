import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PermissionRow } from '../../../../protocol/ipc/shapes.ts';
import { PermissionsSection } from '../../../../renderer/features/settings/permissions-section.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (more: Partial<PermissionRow> = {}): PermissionRow => ({
  id: 'accessibility',
  label: 'Accessibility tree',
  state: 'denied',
  message: 'The accessibility bus is not installed.',
  step: 'sudo apt-get install at-spi2-core',
  ...more,
});

test('a change shows without a restart, and the old step goes with it; nothing is ever asked by itself', async () => {
  const host = createTestHost({ 'permission.check': () => [row()] });
  renderWindow(<PermissionsSection />, host);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(/apt-get install at-spi2-core/)).toBeTruthy();
  host.answer('permission.check', () => [row({ state: 'granted', message: 'It answers.', step: null })]);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByText('It answers.')).toBeTruthy();
  expect(screen.queryByText(/apt-get/)).toBeNull();
  await act(async () => void window.dispatchEvent(new Event('focus')));
  expect(host.inputs('permission.check').length).toBeGreaterThanOrEqual(3);
  expect(host.inputs('permission.check').every((input) => (input as { fresh?: boolean }).fresh === true)).toBe(true);
  expect(host.inputs('permission.request')).toEqual([]);
});

test('only the button has the system ask; then the page looks often for a while', async () => {
  const denied = row({ id: 'input_control', canAsk: true });
  const host = createTestHost({ 'permission.check': () => [denied], 'permission.request': () => [denied] });
  renderWindow(<PermissionsSection />, host);
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Ask the system' })));
  expect(host.inputs('permission.request')).toHaveLength(1);
  await act(async () => void window.dispatchEvent(new Event('focus')));
  const before = host.inputs('permission.check').length;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(host.inputs('permission.check').length).toBeGreaterThanOrEqual(before + 4);
});
