import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startWindowFixture } from './open-window.ts';
import type { ScenarioName } from './scenario.ts';

/**
 * Takes a picture of every page, to be looked at by a person:
 * `node test/support/window-fixture/take-pictures.ts FOLDER [part of a picture's name]`.
 */
const [folder = '.cache/window-pictures', only = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const SIZES = [
  { name: 'small', width: 900, height: 600, keep: {} },
  { name: 'large', width: 1600, height: 1000, keep: {} },
  { name: 'twice', width: 900, height: 600, keep: { 'text-size': '200' } },
] as const;

const PAGES: readonly { name: string; scenario: ScenarioName; keep: Record<string, string> }[] = [
  { name: 'chat', scenario: 'usual', keep: { conversation: 'c-1' } },
  { name: 'chat-first', scenario: 'first', keep: {} },
  { name: 'chat-running', scenario: 'running', keep: { conversation: 'c-1' } },
  { name: 'chat-thousand', scenario: 'thousand', keep: { conversation: 'c-1' } },
  { name: 'chat-loading', scenario: 'loading', keep: { conversation: 'c-1' } },
  { name: 'chat-refused', scenario: 'refused', keep: { conversation: 'c-1' } },
  { name: 'chat-trouble', scenario: 'trouble', keep: {} },
  { name: 'model', scenario: 'usual', keep: { page: 'settings/model' } },
  { name: 'model-first', scenario: 'first', keep: { page: 'settings/model' } },
  { name: 'permissions', scenario: 'usual', keep: { page: 'settings/permissions' } },
  { name: 'computer', scenario: 'usual', keep: { page: 'settings/computer' } },
  ...(
    [
      ['absent', 'helperAbsent'],
      ['downloading', 'helperDownloading'],
      ['starting', 'helperStarting'],
      ['failed', 'helperFailed'],
      ['changed', 'helperChanged'],
      ['update', 'helperUpdate'],
      ['removed', 'helperRemoved'],
      ['nowhere', 'helperNowhere'],
      ['restart', 'helperRestart'],
    ] as const
  ).map(([name, scenario]) => ({ name: `helper-${name}`, scenario, keep: { page: 'settings/computer' } })),
  { name: 'permissions-wayland', scenario: 'wayland', keep: { page: 'settings/permissions' } },
  { name: 'computer-trouble', scenario: 'trouble', keep: { page: 'settings/computer' } },
  { name: 'sandbox', scenario: 'usual', keep: { page: 'settings/sandbox' } },
  { name: 'appearance', scenario: 'usual', keep: { page: 'settings/appearance' } },
  { name: 'storage', scenario: 'usual', keep: { page: 'settings/storage' } },
  { name: 'about', scenario: 'usual', keep: { page: 'settings/about' } },
  { name: 'memory', scenario: 'usual', keep: { page: 'memory' } },
  { name: 'memory-first', scenario: 'first', keep: { page: 'memory' } },
  { name: 'memory-refused', scenario: 'refused', keep: { page: 'memory' } },
  { name: 'recordings', scenario: 'usual', keep: { page: 'recordings' } },
  { name: 'recordings-first', scenario: 'first', keep: { page: 'recordings' } },
  { name: 'recordings-refused', scenario: 'refused', keep: { page: 'recordings' } },
  { name: 'recordings-thousand', scenario: 'thousand', keep: { page: 'recordings' } },
  { name: 'recording', scenario: 'usual', keep: { page: 'recordings/cua_1' } },
  { name: 'recording-thousand', scenario: 'thousand', keep: { page: 'recordings/cua_1' } },
  { name: 'recording-refused', scenario: 'refused', keep: { page: 'recordings/cua_1' } },
  { name: 'tools', scenario: 'usual', keep: { page: 'tools' } },
  { name: 'tools-form', scenario: 'usual', keep: { page: 'tools/computer_use' } },
  { name: 'tools-thousand', scenario: 'thousand', keep: { page: 'tools/shell_0' } },
  { name: 'tools-none', scenario: 'none', keep: { page: 'tools' } },
  { name: 'doctor', scenario: 'usual', keep: { page: 'doctor' } },
  { name: 'doctor-refused', scenario: 'refused', keep: { page: 'doctor' } },
];

const fixture = await startWindowFixture();
for (const { name, scenario, keep } of PAGES) {
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = `${name}-${size.name}-${colorScheme}`;
      if (!file.includes(only)) continue;
      const { width, height } = size;
      const { page, complaints } = await fixture.open({
        scenario,
        width,
        height,
        colorScheme,
        keep: { ...keep, ...size.keep },
      });
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(400);
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${file}.png`) });
      if (complaints.length > 0) process.stdout.write(`${file}: ${complaints.join(' | ')}\n`);
      await page.context().close();
    }
  }
}
await fixture.close();
