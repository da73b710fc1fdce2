import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ComputerState, HelperInstall } from '../../../../protocol/ipc/shapes.ts';
import { ComputerSection } from '../../../../renderer/features/settings/computer-section.tsx';
import { HostFailure } from '../../../../renderer/ipc/host.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { COMPUTER, SETTINGS } from '../../../support/window-fixture/sample-data.ts';

function stateOf(helper: Partial<HelperInstall>, more: Partial<ComputerState> = {}): ComputerState {
  const whole = { ...COMPUTER.helper, ...helper };
  return {
    ...COMPUTER,
    enabled: false,
    session: 'none',
    helper: whole,
    installed: whole.state === 'installed',
    ...more,
  };
}

async function open(state: ComputerState) {
  let now = state;
  const host = createTestHost({
    'computer.state': () => now,
    'settings.read': () => SETTINGS,
    'computer.enable': () => now,
    'computer.install': () => now,
    'computer.cancel-install': () => now,
    'computer.remove': () => now,
  });
  const rendered = renderWindow(<ComputerSection />, host);
  const { app } = rendered;
  await act(async () => void (await Promise.all([app.computer.load(), app.settings.load()])));
  const become = (next: ComputerState) =>
    act(async () => {
      now = next;
      app.computer.put(next);
    });
  return { ...rendered, host, become };
}

const theSwitch = () => screen.getByRole<HTMLButtonElement>('switch', { name: 'Computer use' });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('switching on asks first, says what is installed, and shows how far that is until it is over', async () => {
  const { host, become } = await open(stateOf({ state: 'absent', bytes: 149_000_000 }));
  await act(async () => void fireEvent.click(theSwitch()));
  expect(screen.getByRole('dialog').textContent).toMatch(/no undo.*installed first \(149 MB\)/s);
  expect(host.inputs('computer.enable')).toEqual([]);
  await press('Switch on');
  expect(host.inputs('computer.enable')).toEqual([{ enabled: true }]);
  expect(screen.queryByRole('dialog')).toBeNull();

  const progress = { step: 'downloading' as const, done: 12_000_000, total: 48_000_000 };
  await become(stateOf({ state: 'installing', progress }));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText(/12 MB of 48 MB/)).toBeTruthy();
  expect(theSwitch().disabled).toBe(true);
  await press('Cancel');
  expect(host.inputs('computer.cancel-install')).toHaveLength(1);

  await become(stateOf({ state: 'installing', progress: { step: 'starting', done: 0, total: 0 } }));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull();
  await become(stateOf({ state: 'installed' }, { enabled: true }));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(theSwitch().getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText(/Version 0.1.0, installed/)).toBeTruthy();
});

test('a download names itself in the question', async () => {
  await open(stateOf({ state: 'absent', source: 'download', bytes: 48_000_000 }));
  await act(async () => void fireEvent.click(theSwitch()));
  expect(screen.getByRole('dialog').textContent).toContain('downloaded and installed first (48 MB)');
});

test.each([
  ['download_interrupted', true, 'Go on'],
  ['download_digest_mismatch', false, 'Try again'],
  ['helper_checksum_mismatch', false, 'Install again'],
])('after %s the reason stays with its code and the way on', async (code, resumable, verb) => {
  const problem = { code, message: 'Why it failed.', resumable };
  const { host } = await open(stateOf({ state: 'error', problem }));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Why it failed.');
  expect(alert.textContent).toContain(code);
  await press(verb);
  expect(host.inputs('computer.enable')).toEqual([{ enabled: true }]);
});

test('a repair of what is switched on does not switch anything', async () => {
  const problem = { code: 'helper_checksum_mismatch', message: 'A file was changed.', resumable: false };
  const { host } = await open(stateOf({ state: 'error', problem }, { enabled: true }));
  await press('Install again');
  expect(host.inputs('computer.install')).toHaveLength(1);
  expect(host.inputs('computer.enable')).toEqual([]);
});

test('the failure of an installation is said once', async () => {
  const failed = stateOf({
    state: 'error',
    problem: { code: 'install_no_space', message: 'The disk is full.', resumable: false },
  });
  const { host, become } = await open(stateOf({ state: 'absent' }));
  host.answer('computer.enable', () => {
    throw new HostFailure('install_no_space', 'The disk is full.');
  });
  await act(async () => void fireEvent.click(theSwitch()));
  await press('Switch on');
  await become(failed);
  await waitFor(() => expect(screen.getAllByText('The disk is full.')).toHaveLength(1));
});

test('an update is offered with both versions', async () => {
  const { host } = await open(
    stateOf({ state: 'update_available', version: '0.2.0', olderVersion: '0.1.0' }, { enabled: true }),
  );
  expect(screen.getByText(/Version 0.1.0 is installed. This Fermix needs version 0.2.0/)).toBeTruthy();
  await press('Update');
  expect(host.inputs('computer.install')).toHaveLength(1);
});

test('removing asks first; afterwards the card says that nothing is left', async () => {
  const { host, become } = await open(stateOf({ state: 'installed' }, { enabled: true }));
  await press('Remove the helper');
  expect(host.inputs('computer.remove')).toEqual([]);
  await press('Remove');
  expect(host.inputs('computer.remove')).toHaveLength(1);
  await become(stateOf({ state: 'absent', removed: true }));
  expect(screen.getByText(/was removed. Nothing of it is left/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove the helper' })).toBeNull();
});

test('where there is no helper for the computer, or none to get, nothing can be pressed in vain', async () => {
  const { become } = await open(
    stateOf(
      { state: 'unsupported', source: null },
      { supported: false, unsupportedReason: 'There is none for Linux on arm64.' },
    ),
  );
  expect(screen.getByText('There is none for Linux on arm64.')).toBeTruthy();
  expect(theSwitch().disabled).toBe(true);
  await become(stateOf({ state: 'absent', source: null }));
  expect(screen.getByText(/came without the helper/)).toBeTruthy();
  expect(theSwitch().disabled).toBe(true);
});

test('a build that was replaced on the disk asks for a restart', async () => {
  await open(stateOf({ state: 'installed' }, { enabled: true, needsRestart: true }));
  expect(screen.getByText(/Restart it to go on with the new helper/)).toBeTruthy();
});

test('a shortcut that another program has is said so beside it, and another one can be set', async () => {
  const note = 'Another program has this shortcut, so it does not reach Fermix. Choose another one.';
  const shortcuts = { ...COMPUTER.shortcuts, stop: { label: 'Ctrl+Alt+Shift+S', status: 'taken' as const, note } };
  const { host } = await open(stateOf({}, { enabled: true, shortcuts }));
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  expect(screen.getByText('Works, as just tested.')).toBeTruthy();
  expect(field('Stop').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/Another program has this shortcut/)).toBeTruthy();
  host.answer('settings.write', () => ({ ...SETTINGS, stopShortcut: 'ctrl+alt+f' }));
  await act(async () => void fireEvent.change(field('Stop'), { target: { value: ' ctrl+alt+f ' } }));
  const save = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save' }).at(-1);
  await act(async () => void (save && fireEvent.click(save)));
  expect(host.inputs('settings.write')).toEqual([{ key: 'computer_use.stop_shortcut', value: 'ctrl+alt+f' }]);
  expect(field('Stop').value).toBe('ctrl+alt+f');
});
