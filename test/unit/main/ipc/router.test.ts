import { describe, expect, it, vi } from 'vitest';
import { IpcRefusal } from '../../../../main/ipc/refusal.ts';
import { createRouter, type Sender } from '../../../../main/ipc/router.ts';
import type { IpcHandlers } from '../../../../protocol/ipc/routes.ts';

const own: Sender = { ownWindow: true, topFrame: true, url: 'fermix://window/index.html' };

function setUp(handlers: Partial<IpcHandlers> | Error) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const router = createRouter({
    async handlers() {
      if (handlers instanceof Error) throw handlers;
      return handlers as IpcHandlers;
    },
    trusts: (sender) => sender.ownWindow,
    log,
  });
  return { router, log };
}

describe('the one door to the host', () => {
  it('runs the handler of a known route with checked input', async () => {
    const handler = vi.fn(() => null);
    const { router } = setUp({ 'app.confirm-close': handler });
    expect(await router(own, 'app.confirm-close', { quit: true, extra: 1 })).toEqual({ ok: true, value: null });
    expect(handler).toHaveBeenCalledWith({ quit: true });
  });

  it('refuses a sender that is not trusted before it looks at anything else', async () => {
    const handler = vi.fn(() => null);
    const { router, log } = setUp({ 'app.confirm-close': handler });
    const reply = await router({ ...own, ownWindow: false }, 'app.confirm-close', { quit: true });
    expect(reply).toMatchObject({ ok: false, code: 'untrusted_sender' });
    expect(handler).not.toHaveBeenCalled();
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it.each(['nope', '', 7, null, undefined, {}, 'constructor', '__proto__', 'toString'])(
    'refuses the unknown route %o',
    async (route) => {
      const { router } = setUp({});
      expect(await router(own, route, {})).toMatchObject({ ok: false, code: 'unknown_route' });
    },
  );

  it.each([undefined, null, 'x', [], {}, { quit: 'yes' }])('refuses the input %o and runs nothing', async (input) => {
    const handler = vi.fn(() => null);
    const { router } = setUp({ 'app.confirm-close': handler });
    const reply = await router(own, 'app.confirm-close', input);
    expect(reply).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(handler).not.toHaveBeenCalled();
  });

  it.each([
    ['conversation.list', { search: 'a'.repeat(501) }, 'The search must have at most 500 characters.'],
    [
      'conversation.send',
      { conversationId: 'c', clientId: 'x', text: 'a'.repeat(1_000_001), images: [], files: [] },
      'The message must have at most 1,000,000 characters.',
    ],
    ['conversation.rename', { conversationId: 'c', title: '' }, 'The title must have at least 1 character.'],
    ['model.connect', { provider: 'custom', model: '' }, 'The name of the model must have at least 1 character.'],
    ['app.open-link', {}, 'The link is required.'],
    ['tool.stop', { runId: 7 }, 'The window asked for this in a way that is not understood.'],
  ])('says in the words of the owner what is wrong for %s', async (route, input, words) => {
    const { router, log } = setUp({});
    const reply = await router(own, route, input);
    expect(reply).toEqual({ ok: false, code: 'invalid_input', message: `${words} Nothing was changed.` });
    expect(log.warn).toHaveBeenCalledWith('ipc.invalid_input', expect.objectContaining({ route }));
  });

  it('hands a refusal over as the handler worded it', async () => {
    const remedy = { kind: 'open_settings', page: 'permissions' } as never;
    const { router, log } = setUp({
      'image.read': () => {
        throw new IpcRefusal('image_gone', 'The picture is gone.', remedy);
      },
    });
    const reply = await router(own, 'image.read', { id: 'img_1' });
    expect(reply).toEqual({ ok: false, code: 'image_gone', message: 'The picture is gone.', remedy });
    expect(log.error).not.toHaveBeenCalled();
  });

  it('keeps what a fault says out of the window and puts it into the log', async () => {
    const { router, log } = setUp({
      'image.read': async () => {
        throw new Error('SQLITE_CORRUPT at /home/me');
      },
    });
    const reply = await router(own, 'image.read', { id: 'img_1' });
    expect(reply).toMatchObject({ ok: false, code: 'internal' });
    expect(JSON.stringify(reply)).not.toContain('/home/me');
    expect(JSON.stringify(log.error.mock.calls)).toContain('SQLITE_CORRUPT');
  });

  it('answers also when the host could not start', async () => {
    const { router } = setUp(new Error('no host'));
    expect(await router(own, 'app.info', {})).toMatchObject({ ok: false, code: 'internal' });
  });
});
