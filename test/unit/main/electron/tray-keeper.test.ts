import { expect, it, vi } from 'vitest';
import type { AppTray } from '../../../../main/electron/tray.ts';
import { createTrayKeeper } from '../../../../main/electron/tray-keeper.ts';
import { trayModel } from '../../../../main/electron/tray-model.ts';

function setUp() {
  const facts = { host: false, hidden: false };
  const icons: { show: ReturnType<typeof vi.fn>; destroy: ReturnType<typeof vi.fn> }[] = [];
  const waiting: (() => void)[] = [];
  const onLost = vi.fn();
  const keeper = createTrayKeeper({
    findHost: async () => facts.host,
    create() {
      const icon = { show: vi.fn(), destroy: vi.fn() };
      icons.push(icon);
      return icon as AppTray;
    },
    isHidden: () => facts.hidden,
    onLost,
    clock: {
      now: () => 0,
      sleep: (_ms, signal) =>
        new Promise((resolve, reject) => {
          waiting.push(resolve);
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  });
  return { keeper, facts, icons, onLost, pass: () => waiting.shift()?.() };
}

it('makes no icon where nothing would show it', async () => {
  const { keeper, icons } = setUp();
  expect(await keeper.look()).toBe(false);
  expect([keeper.present, icons.length]).toEqual([false, 0]);
});

it('makes the icon when a host appears, in the state of the moment', async () => {
  const { keeper, facts, icons } = setUp();
  const model = trayModel(null);
  keeper.show(model);
  facts.host = true;
  expect(await keeper.look()).toBe(true);
  expect(await keeper.look()).toBe(true);
  expect(icons).toHaveLength(1);
  expect(icons[0]?.show).toHaveBeenCalledWith(model);
  keeper.close();
});

it('brings the window back when the host ends while the window is hidden', async () => {
  const { keeper, facts, icons, onLost, pass } = setUp();
  facts.host = true;
  await keeper.look();
  facts.hidden = true;
  facts.host = false;
  pass();
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  expect(icons[0]?.destroy).toHaveBeenCalledOnce();
  expect(keeper.present).toBe(false);
  keeper.close();
});
