import { expect, test } from 'vitest';
import { sandboxTracesCheck } from '../../../../main/doctor/trace-checks.ts';
import type { SandboxTraceRow } from '../../../../protocol/ipc/trace.ts';

const row = (code: string, path: string): SandboxTraceRow => ({
  at: 1,
  conversationId: 'c',
  tool: 'file_read',
  code,
  path,
});
const look = (rows: SandboxTraceRow[]) => {
  const traces = { folder: '/x', keepsContent: true, denials: async () => rows };
  return sandboxTracesCheck(traces, () => 0).run(new AbortController().signal);
};

test('refused folders come with the command that allows each, the most refused first', async () => {
  const rows = [
    row('outside_root', '/home/a/x/1'),
    row('outside_root', "/home/a/it's/2"),
    row('outside_root', '/home/a/x/3'),
  ];
  const finding = await look([...rows, row('protected_path', '/home/a/.ssh/id')]);
  expect(finding).toMatchObject({ status: 'warn', action: { command: "fermix grant path '/home/a/x'" } });
  expect(finding.message).toContain('/home/a/x (2)');
  expect(finding.message).toContain('no grant opens: /home/a/.ssh');
  expect(finding.remedy).toContain("'/home/a/it'\\''s'");
  expect(finding.remedy).not.toContain('.ssh');
});

test('what no grant opens is no warning, nor is nothing', async () => {
  expect(await look([row('protected_path', '/home/a/.ssh/id')])).toMatchObject({ status: 'ok' });
  expect(await look([])).toEqual({ status: 'ok', message: 'No folder was refused in the last 7 days.' });
});
