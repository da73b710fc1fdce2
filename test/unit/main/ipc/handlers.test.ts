import { describe, expect, it } from 'vitest';
import { noShortcuts } from '../../../../main/computer/shortcut-port.ts';
import { ConfigError, type ConfigStore } from '../../../../main/config/config-port.ts';
import { appHandlers } from '../../../../main/ipc/handlers/app.ts';
import { approvalHandlers } from '../../../../main/ipc/handlers/approval.ts';
import { imageHandlers } from '../../../../main/ipc/handlers/image.ts';
import { withRefusals } from '../../../../main/ipc/handlers/refuse.ts';
import { settingsHandlers } from '../../../../main/ipc/handlers/settings.ts';
import { toolHandlers } from '../../../../main/ipc/handlers/tool.ts';
import { IpcRefusal } from '../../../../main/ipc/refusal.ts';
import { createRegistry } from '../../../../main/registry/registry.ts';
import type { Grants } from '../../../../main/sandbox/grants.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';

function createSettings(changes: Partial<ConfigStore> = {}, grants: Partial<Grants> = {}) {
  const written: unknown[] = [];
  const config: ConfigStore = {
    path: '/home/ann/.fermix/config.toml',
    current: () =>
      ({
        sandbox: { mode: 'standard', allowedRoots: [], blockedRoots: ['/srv'] },
        desktop: { theme: 'dark', imageDays: 30, traceDays: 14 },
        computerUse: { screenshotAfter: true, courtesy: 'yield' },
      }) as unknown as ReturnType<ConfigStore['current']>,
    async write(values) {
      written.push(values);
    },
    async reload() {
      written.push('reload');
    },
    changedOutside: async () => ['sandbox'],
    onChange: () => () => undefined,
    ...changes,
  };
  const handlers = withRefusals(
    settingsHandlers({
      home: '/home/ann/.fermix',
      config,
      grants: grants as Grants,
      roots: async () => [{ path: '/home/ann/work', source: 'granted' }],
      protectedPaths: () => ['/etc'],
    }),
  );
  return { handlers, written };
}

describe('settings', () => {
  it('reads the state of the page, an outside change included', async () => {
    const { handlers } = createSettings();
    expect(await handlers['settings.read']({})).toMatchObject({
      sandboxMode: 'standard',
      theme: 'dark',
      roots: [{ path: '/home/ann/work', source: 'granted' }],
      blockedRoots: ['/srv'],
      externalChange: expect.stringContaining('sandbox'),
    });
  });

  it('writes one key or reads the file again', async () => {
    const { handlers, written } = createSettings();
    await handlers['settings.write']({ key: 'fermix_desktop.theme', value: 'light' });
    await handlers['settings.write']({ key: 'reload', value: true });
    expect(written).toEqual([{ 'fermix_desktop.theme': 'light' }, 'reload']);
  });

  it('turns typed errors into refusals with their remedy, and leaves bugs alone', async () => {
    const typed = createSettings({
      write: () => Promise.reject(new ConfigError('settings_changed_outside', 'Changed outside.', 'Reload.')),
    });
    const refusal = await Promise.resolve(
      typed.handlers['settings.write']({ key: 'sandbox.mode', value: 'strict' }),
    ).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(IpcRefusal);
    expect(refusal).toMatchObject({ code: 'settings_changed_outside', remedy: { label: 'Reload.' } });
    const bug = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    const broken = createSettings({ write: () => Promise.reject(bug) });
    await expect(broken.handlers['settings.write']({ key: 'sandbox.mode', value: 'strict' })).rejects.toBe(bug);
  });

  it('refuses a folder that must not be granted', async () => {
    const { handlers } = createSettings(
      {},
      {
        add: async () => ({ ok: false, code: 'unsafe_root', text: 'Too wide.' }) as Awaited<ReturnType<Grants['add']>>,
      },
    );
    await expect(handlers['grant.add']({ path: '/' })).rejects.toMatchObject({ code: 'unsafe_root' });
  });
});

describe('links and the desktop', () => {
  const opened: string[] = [];
  const desktop = {
    async openLink(url: string) {
      opened.push(url);
    },
    chooseFiles: async () => [],
    openFolder: async () => undefined,
    chooseNewFolder: async () => null,
    chooseNewFile: async () => null,
    hasTrayHost: () => true,
    shortcuts: noShortcuts,
    showBadge: () => undefined,
    isAssisted: () => true,
    focusWindow: () => undefined,
    confirmClose: () => undefined,
  };
  const info = () => ({ name: 'F', version: '1', runtime: '', platform: 'linux', home: '/', startNotices: [] });

  it('opens web and mail links alone', async () => {
    const handlers = appHandlers({ desktop, info });
    await handlers['app.open-link']({ url: 'https://example.org/a b' });
    expect(opened).toEqual(['https://example.org/a%20b']);
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'no link', ''])
      await expect(handlers['app.open-link']({ url })).rejects.toMatchObject({ code: 'bad_link' });
    expect(opened).toHaveLength(1);
  });

  it('says so where there is no desktop', async () => {
    const handlers = appHandlers({ desktop: null, info });
    expect(await handlers['app.info']({})).toMatchObject({ trayHost: false });
    await expect(handlers['app.open-link']({ url: 'https://example.org' })).rejects.toMatchObject({
      code: 'not_in_app',
    });
  });
});

describe('pictures', () => {
  it('names a picture that is gone and one that is too large, before anything is decoded', async () => {
    const handlers = imageHandlers({
      images: { read: async () => null } as never,
      recordings: { readPicture: async () => null },
      encoder: { encode: () => Promise.reject(new Error('must not be asked')) },
    });
    await expect(handlers['image.read']({ id: 'img_1' })).rejects.toMatchObject({ code: 'image_gone' });
    const data = new Uint8Array(24 * 1024 * 1024 + 1);
    await expect(handlers['image.add']({ name: 'a.png', data })).rejects.toMatchObject({ code: 'image_too_large' });
  });

  it('passes on what the encoder says of bytes that are no picture', async () => {
    const handlers = withRefusals(
      imageHandlers({
        images: {} as never,
        recordings: { readPicture: async () => null },
        encoder: { encode: () => Promise.reject(new RemoteError('not_an_image', 'This is no picture.')) },
      }),
    );
    await expect(handlers['image.add']({ name: '', data: new Uint8Array(3) })).rejects.toMatchObject({
      code: 'not_an_image',
    });
  });
});

describe('approvals', () => {
  it('answers in the conversation of the question, as the owner in person', async () => {
    const answers: unknown[] = [];
    const handlers = approvalHandlers({
      ask: () => ({ id: '', existing: false }),
      async answer(...given) {
        answers.push(given);
        return { status: 'approved', text: 'Done.' };
      },
      pending: () => [{ turnId: 'turn_1', id: 'q1', conversationId: 'c1', expiresAt: 0 }],
      drop: () => undefined,
    });
    await handlers['approval.answer']({ id: 'q1', allow: true });
    expect(answers).toEqual([
      ['q1', true, { channel: 'window', conversationId: 'c1', trust: 'operator', inPerson: true }],
    ]);
    expect(() => handlers['approval.answer']({ id: 'q2', allow: true })).toThrow(IpcRefusal);
  });
});

describe('tools by hand', () => {
  it('stops a run, also when the host closes, and refuses the same run twice', async () => {
    const closing = new AbortController();
    const stopped: unknown[] = [];
    const handlers = toolHandlers({
      registry: createRegistry(),
      runner: {
        run: ({ signal }) =>
          new Promise((resolve) => {
            const end = () => {
              stopped.push(signal.reason);
              resolve({ ok: false, code: 'stopped', outcome: 'stopped', text: '', images: [], durationMs: 1 });
            };
            signal.addEventListener('abort', end);
          }),
      },
      announce: () => undefined,
      closing: closing.signal,
    });
    const run = handlers['tool.run']({ name: 'shell', input: {}, runId: 'r1' });
    await expect(handlers['tool.run']({ name: 'shell', input: {}, runId: 'r1' })).rejects.toMatchObject({
      code: 'run_exists',
    });
    await handlers['tool.stop']({ runId: 'r1' });
    expect(await run).toMatchObject({ outcome: 'stopped' });
    const second = handlers['tool.run']({ name: 'shell', input: {}, runId: 'r1' });
    closing.abort(new Error('closing'));
    expect(await second).toMatchObject({ outcome: 'stopped' });
    expect(stopped).toHaveLength(2);
  });
});
