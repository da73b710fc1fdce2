import { expect, test } from 'vitest';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';

const display = useDisplay({ width: 800, height: 600 });

async function ask(changes: Record<string, string>) {
  const helper = await HelperProcess.start({ ...display().env, ...changes });
  try {
    return (await helper.caller.call('probe', {}, { timeoutMs: 20_000 })).accessibility;
  } finally {
    await helper.stop();
  }
}

test('a session with its bus has an accessibility bus, and nothing to do', async () => {
  const found = await ask({});
  expect(found).toMatchObject({ value: true, detail: expect.stringContaining('The accessibility bus') });
  expect(found.step).toBeUndefined();
});

test.each([
  ['none', { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' }, 'There is no D-Bus session bus.'],
  ['one that is gone', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }, 'cannot be reached'],
])('a session bus that is %s is said, with the step that helps', async (_, env, words) => {
  const found = await ask(env);
  expect(found).toMatchObject({ value: false, detail: expect.stringContaining(words) });
  expect(found.step).toContain('desktop session');
});
