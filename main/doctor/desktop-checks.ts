import type { Probe } from '../../protocol/helper/operations.ts';
import type { PermissionRow } from '../../protocol/ipc/shapes.ts';
import type { ProbeReport } from '../computer/ports.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import { type Check, type Finding, fail, ok, warn } from './check.ts';

/** Asks at most once in `keepMs`, however many rows want to know: every look starts a helper. */
export function rememberLook(
  look: () => Promise<ProbeReport>,
  now: () => number,
  keepMs: number,
): () => Promise<ProbeReport> {
  let last: { at: number; answer: Promise<ProbeReport> } | null = null;
  return () => {
    if (!last || now() - last.at >= keepMs) last = { at: now(), answer: look() };
    return last.answer;
  };
}

export function helperCheck(look: () => Promise<ProbeReport>): Check {
  return {
    id: 'helper',
    async run() {
      const helper = await look();
      if (helper.ok) return ok(`The computer-use helper ${helper.helperVersion} is unchanged and answers.`);
      if (helper.code === 'helper_not_installed')
        return warn(helper.text, 'Run "npm run build" or install Fermix again.');
      return fail(helper.text, 'Install Fermix again; in a checkout run "npm run build".');
    },
  };
}

export function displayCheck(
  look: () => Promise<ProbeReport>,
  env: Readonly<Record<string, string | undefined>>,
): Check {
  return {
    id: 'display',
    async run() {
      const helper = await look();
      return helper.ok ? describeDisplay(helper.probe) : guessDisplay(env);
    },
  };
}

function describeDisplay(probe: Probe): Finding {
  switch (probe.displayServer) {
    case 'none':
      return warn('There is no display: computer use and the window need one.', 'Log in to a graphical session.');
    case 'wayland':
      return warn('This is a Wayland session: computer use does not work in it.', 'Log in with "… on Xorg" (X11).');
    default:
      break;
  }
  const denied = [probe.screenCapture, probe.inputControl].find((verdict) => verdict.value === false);
  if (denied) return warn(`The display ${probe.displayServer} is there, but: ${denied.detail}`);
  return ok(`The display server is ${probe.displayServer}; screen and input can be used.`);
}

/** What the environment says when the helper cannot be asked. */
function guessDisplay(env: Readonly<Record<string, string | undefined>>): Finding {
  if (env['WAYLAND_DISPLAY']) return warn('The environment names a Wayland display; computer use needs X11.');
  if (env['DISPLAY']) return ok(`The environment names the X11 display ${env['DISPLAY']}; it was not tried.`);
  return warn('The environment names no display.', 'Log in to a graphical session.');
}

export function accessibilityCheck(look: () => Promise<ProbeReport>): Check {
  return {
    id: 'accessibility',
    async run() {
      const helper = await look();
      if (!helper.ok) return warn('The accessibility bus was not tried: the helper does not run.');
      const { value, detail } = helper.probe.accessibility;
      if (value === true) return ok(`The accessibility bus answers. ${detail}`.trim());
      if (value === null) return ok(detail || 'Whether the accessibility bus works shows at its first use.');
      if (helper.probe.displayServer === 'none')
        return warn('The accessibility bus was not tried: there is no display.');
      return warn(
        `The accessibility bus cannot be used. ${detail}`.trim(),
        'Start Fermix in a desktop session, with at-spi2-core installed.',
      );
    },
  };
}

type State = PermissionRow['state'];

/** The rows of the permissions page, from the same look at the helper and the keychain. */
export async function permissionRows(look: () => Promise<ProbeReport>, secrets: SecretStore): Promise<PermissionRow[]> {
  const helper = await look();
  const probe = helper.ok ? helper.probe : null;
  return [
    {
      id: 'helper',
      label: 'Computer-use helper',
      state: helper.ok ? 'granted' : 'unavailable',
      message: helper.ok ? `Version ${helper.helperVersion}, unchanged since the build.` : helper.text,
      step: helper.ok ? null : 'Run "npm run build" in the folder of Fermix, or install Fermix again.',
    },
    displayRow(probe),
    verdictRow('screen_capture', 'Screen pictures', probe?.screenCapture, 'Log in to an X11 session.'),
    verdictRow('input_control', 'Mouse and keyboard', probe?.inputControl, 'Log in to an X11 session.'),
    verdictRow('accessibility', 'Accessibility bus', probe?.accessibility, 'Install at-spi2-core and log in again.'),
    keychainRow(secrets),
  ];
}

function displayRow(probe: Probe | null): PermissionRow {
  const base = { id: 'display', label: 'Display server' };
  if (!probe) return { ...base, state: 'unknown', message: 'Not tried: the helper does not run.', step: null };
  const { status, message, remedy } = describeDisplay(probe);
  const state: State = status === 'ok' ? 'granted' : 'unavailable';
  return { ...base, state, message, step: remedy ?? null };
}

function verdictRow(
  id: string,
  label: string,
  verdict: Probe['accessibility'] | undefined,
  step: string,
): PermissionRow {
  if (!verdict) return { id, label, state: 'unknown', message: 'Not tried: the helper does not run.', step: null };
  if (verdict.value === true) return { id, label, state: 'granted', message: verdict.detail || 'Works.', step: null };
  if (verdict.value === false) return { id, label, state: 'denied', message: verdict.detail || 'Refused.', step };
  return { id, label, state: 'unknown', message: verdict.detail || 'It cannot be told.', step: null };
}

function keychainRow({ backend, note }: SecretStore): PermissionRow {
  const base = { id: 'keychain', label: 'Keychain' };
  if (backend === 'keychain')
    return { ...base, state: 'granted', message: note ?? 'Keys are kept safely.', step: null };
  const step = 'Install and unlock a keychain such as GNOME Keyring or KWallet, then restart the app.';
  return { ...base, state: 'unavailable', message: note ?? 'Keys cannot be kept safely.', step };
}
