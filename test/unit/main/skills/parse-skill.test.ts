import { expect, test } from 'vitest';
import { parseSkill } from '../../../../main/skills/parse-skill.ts';
import { skillText } from '../../../support/skill-folders.ts';

function read(more: string, name = 'one') {
  return parseSkill(skillText(name, more), name);
}

function field(more: string, name: string): unknown {
  const parsed = read(more);
  return parsed.ok ? parsed.skill[name as keyof typeof parsed.skill] : parsed.code;
}

test('defaults', () => {
  expect(read('')).toEqual({
    ok: true,
    skill: {
      name: 'one',
      description: 'About one',
      body: 'Do one.',
      allowedTools: null,
      policy: null,
      provider: null,
      model: null,
      effort: null,
      maxIterations: 25,
      timeoutSeconds: 300,
      capabilities: [],
      delegatesTo: [],
      parent: null,
      warnings: [],
    },
  });
});

test.each([
  ['allowed_tools: ["git_read", "file_read"]\n', 'allowedTools', ['git_read', 'file_read']],
  ['allowed_tools:\n  - git_read\n  - file_read\n', 'allowedTools', ['git_read', 'file_read']],
  ['allowed_tools: []\n', 'allowedTools', []],
  ['allowed-tools: Bash(git:*) Read, Grep\n', 'allowedTools', ['shell', 'file_read', 'content_search']],
  ['policy: read_only\n', 'policy', ['read_only']],
  ['policy: [read_only, network]\n', 'policy', ['read_only', 'network']],
  ['max_iterations: 7\ntimeout_seconds: 60\n', 'maxIterations', 7],
  ['# a comment\nprovider: anthropic\nmodel: swift\n', 'provider', 'anthropic'],
  ['role: sub\npersistent: false\n', 'warnings', []],
  ['temperature: 0.5\n', 'warnings', [expect.stringContaining('temperature')]],
  [
    'license: MIT\nmetadata:\n  author: somebody\n',
    'warnings',
    [expect.stringContaining('license'), expect.stringContaining('metadata')],
  ],
  ['capabilities: [reports]\ndelegates_to: ["other"]\n', 'capabilities', ['reports']],
])('%j is read', (more, name, value) => {
  expect(field(more, name)).toEqual(value);
});

test.each([
  ['', 'missing_frontmatter'],
  ['name: one\n', 'missing_frontmatter'],
  ['---\nname: one\ndescription: x\n', 'missing_frontmatter'],
  ['---\n---\nbody', 'missing_field'],
  ['---\nname: one\n---\nbody', 'missing_field'],
  ['---\nname: one\ndescription: ""\n---\nbody', 'missing_field'],
  ['---\nname: one\ndescription: x\n---\n', 'missing_field'],
  ['---\nname: one\ndescription: x\n---\n \n\n', 'missing_field'],
  ['---\nname: two\ndescription: x\n---\nbody', 'invalid_name'],
  ['---\nname: "../one"\ndescription: x\n---\nbody', 'invalid_name'],
  [`---\nname: ${'a'.repeat(65)}\ndescription: x\n---\nbody`, 'invalid_name'],
  [`---\nname: one\ndescription: ${'ä'.repeat(513)}\n---\nbody`, 'invalid_description'],
  ['---\nname: one\nname: one\ndescription: x\n---\nbody', 'invalid_frontmatter_line'],
  ['---\nname: &a one\ndescription: *a\n---\nbody', 'invalid_frontmatter_line'],
  ['---\nname: !!str one\ndescription: x\n---\nbody', 'invalid_frontmatter_line'],
  ['---\nname: one\ndescription: {a: b}\n---\nbody', 'invalid_frontmatter_line'],
  ['---\nname: one\ndescription: "open\n---\nbody', 'invalid_frontmatter_line'],
  ['---\n- name\n---\nbody', 'invalid_frontmatter_line'],
])('%j is refused with %s', (text, code) => {
  expect(parseSkill(text, 'one')).toMatchObject({ ok: false, code });
});

test.each([
  ['role: boss\n', 'invalid_role'],
  ['persistent: true\n', 'invalid_persistent'],
  ['role: main\npersistent: false\n', 'invalid_persistent'],
  ['persistent: maybe\n', 'invalid_persistent'],
  ['max_iterations: 0\n', 'invalid_positive_integer'],
  ['max_iterations: 2.5\n', 'invalid_positive_integer'],
  ['timeout_seconds: "60"\n', 'invalid_positive_integer'],
  ['timeout_seconds: -1\n', 'invalid_positive_integer'],
  ['temperature: warm\n', 'invalid_float'],
  ['allowed_tools: shell\n', 'invalid_allowed_tools'],
  ['allowed_tools: {a: b}\n', 'invalid_allowed_tools'],
  ['policy: {a: b}\n', 'invalid_policy'],
  ['policy: []\n', 'invalid_policy'],
  ['policy: [root]\n', 'invalid_policy_class'],
  ['policy: gui_control\n', 'invalid_policy_class'],
  ['provider: nobody\n', 'invalid_provider'],
])('%j is refused with %s', (more, code) => {
  expect(read(more)).toMatchObject({ ok: false, code });
});

test('accents, other scripts, emoji, colons in quotes, Windows line ends and a byte order mark', () => {
  const description = 'Größe: 大きさ 🦊 — "said"';
  const text = `\uFEFF---\r\nname: one\r\ndescription: ${JSON.stringify(description)}\r\n---\r\nDo it.\r\nThen stop.\r\n`;
  expect(parseSkill(text, 'one')).toMatchObject({ ok: true, skill: { description, body: 'Do it.\nThen stop.' } });
});

test('a folded description becomes one line; a bad line is named by its number', () => {
  const folded = '---\nname: one\ndescription: >\n  two lines\n  of text\n---\nbody';
  expect(parseSkill(folded, 'one')).toMatchObject({ skill: { description: 'two lines of text' } });
  const bad = parseSkill('---\nname: one\ndescription: x\nname: one\n---\nbody', 'one');
  expect(bad.ok ? '' : bad.text).toContain('Line 4');
});

test('tools of other agents are translated, and what stands for nothing here is told', () => {
  const parsed = parseSkill(skillText('one', 'allowed-tools: Bash(git:*) Read NotebookEdit\n'), 'one');
  expect(parsed).toMatchObject({
    skill: {
      allowedTools: ['shell', 'file_read'],
      warnings: [expect.stringContaining('Bash(git:*)'), expect.stringContaining('NotebookEdit')],
    },
  });
});
