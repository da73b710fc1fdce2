import { describe, expect, it } from 'vitest';
import { checkFile } from '../../../scripts/lib/layers/check.mjs';
import { importsOf } from '../../../scripts/lib/layers/imports.mjs';

function messages(path: string, text: string): string[] {
  return checkFile({ path, text }).map(({ line, message }) => `${line}: ${message}`);
}

describe('imports of a source file', () => {
  it('finds statements over several lines, re-exports, side effects and calls, and tells types from code', () => {
    const source = [
      "import type { A } from './a.ts';",
      'import {',
      '  b,',
      '  type C,',
      "} from './b.ts';",
      "export { d } from './d.ts';",
      "export type * from './e.ts';",
      "import './f.ts';",
      "const g = await import('./g.ts');",
    ].join('\n');
    const found = importsOf(source).map(({ specifier, typeOnly }) => `${typeOnly ? 'type ' : ''}${specifier}`);
    expect(found).toEqual(['type ./a.ts', './b.ts', './d.ts', 'type ./e.ts', './f.ts', './g.ts']);
  });

  it('does not take comments or addresses in strings for imports', () => {
    const source = [
      "// import { a } from './a.ts';",
      '/*',
      "import './b.ts';",
      '*/',
      "const address = 'https://example.com'; /* import('./c.ts') */",
      "import './d.ts';",
    ].join('\n');
    expect(importsOf(source)).toEqual([{ specifier: './d.ts', typeOnly: false, line: 6 }]);
  });
});

describe('the layer table', () => {
  it.each([
    ['protocol/rpc/a.ts', "import { b } from '../../main/agent/b.ts';"],
    ['protocol/rpc/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['main/agent/a.ts', "import { b } from '../store/b.ts';"],
    ['main/agent/a.ts', "import type { B } from '../approvals/ports.ts';"],
    ['main/registry/a.ts', "import type { B } from '../config/config-port.ts';"],
    ['main/jobs/a.ts', "import { b } from '../reminders/b.ts';"],
    ['main/jobs/a.ts', "import { b } from '../computer/ports.ts';"],
    ['main/models/a.ts', "import { b } from '../computer/b.ts';"],
    ['main/tools/git/a.ts', "import { b } from '../../computer/b.ts';"],
    ['main/host/a.ts', "import { app } from 'electron';"],
    ['main/electron/a.ts', "import koffi from 'koffi';"],
    ['main/agent/a.ts', "import Database from 'better-sqlite3';"],
    ['helper/operations/a.ts', "import sharp from 'sharp';"],
    ['helper/a.ts', "import { b } from '../main/agent/b.ts';"],
    ['helper/platform/linux/a.ts', "import { b } from '../darwin/b.ts';"],
    ['preload/index.ts', "import { routes } from '../protocol/ipc/routes.ts';"],
    ['renderer/a.ts', "import { routes } from '../protocol/ipc/routes.ts';"],
    ['renderer/a.ts', "import { frame } from '../protocol/rpc/json-lines.ts';"],
    ['renderer/a.ts', "import { readFileSync } from 'node:fs';"],
    ['renderer/a.ts', "import { ipcRenderer } from 'electron';"],
    ['renderer/a.ts', "import { h } from 'hast';"],
  ])('%s may not: %s', (path, text) => {
    expect(messages(path, text)).toHaveLength(1);
  });

  it.each([
    ['protocol/rpc/a.ts', "import { z } from 'zod';"],
    ['main/agent/a.ts', "import { b } from '../../protocol/json.ts';"],
    ['main/jobs/a.ts', "import { b } from '../store/b.ts';"],
    ['main/jobs/a.ts', "import type { B } from '../computer/ports.ts';"],
    ['main/tools/computer/a.ts', "import { b } from '../../computer/b.ts';"],
    ['main/compose.ts', "import { b } from './computer/b.ts';"],
    ['main/electron/a.ts', "import { app } from 'electron';"],
    ['main/store/a.ts', "import Database from 'better-sqlite3';"],
    ['helper/platform/linux/a.ts', "import koffi from 'koffi';"],
    ['helper/platform/darwin/a.ts', "import { b } from '../native/b.ts';"],
    ['renderer/a.tsx', "import type { Element } from 'hast';"],
    ['preload/index.ts', "import { INVOKE_CHANNEL } from '../protocol/ipc/bridge.ts';"],
    ['renderer/a.tsx', "import type { RouteName } from '../protocol/ipc/routes.ts';"],
    ['renderer/a.tsx', "import { reduce } from '../protocol/conversation/reduce.ts';"],
    ['renderer/a.tsx', "import { createRoot } from 'react-dom/client';"],
    ['test/unit/a.ts', "import { b } from '../../main/jobs/b.ts';"],
  ])('%s may: %s', (path, text) => {
    expect(messages(path, text)).toEqual([]);
  });

  it('names the line of the import', () => {
    expect(messages('protocol/a.ts', "\n\nimport {\n  b,\n} from '../main/b.ts';\n")).toEqual([
      '5: protocol/ may not import main/b.ts',
    ]);
  });
});

describe('sizes and exceptions', () => {
  const lines = (count: number) => 'x;\n'.repeat(count);

  it('lets a source file have 400 lines and a test 600', () => {
    expect(messages('main/jobs/a.ts', lines(400))).toEqual([]);
    expect(messages('main/jobs/a.ts', lines(401))).toHaveLength(1);
    expect(messages('test/unit/a.test.ts', lines(600))).toEqual([]);
    expect(messages('test/unit/a.test.ts', lines(601))).toHaveLength(1);
  });

  it('finds switched-off checks', () => {
    const comments = [`// @ts-${'expect-error'}`, `// biome-${'ignore'} lint: no`, `/* eslint-${'disable'} */`];
    expect(messages('main/jobs/a.ts', comments.join('\n'))).toHaveLength(3);
  });
});
