import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseSkill } from '../../../../main/skills/parse-skill.ts';
import { SKILL_CODES } from '../../../../main/skills/skill.ts';
import { type SkillFolders, skillFolders, skillText } from '../../../support/skill-folders.ts';

let world: SkillFolders;
beforeEach(() => {
  world = skillFolders();
});
afterEach(() => world.close());

async function loaded(toolNames?: string[]) {
  const skills = world.open(toolNames);
  await skills.ready();
  return skills;
}

test('skills of all roots with their trust; one bad one is told and the others load', async () => {
  world.write('local', 'mine');
  world.write('bundled', 'theirs');
  world.write('plugin', 'foreign');
  world.write('local', 'broken', 'no block');
  mkdirSync(join(world.home, 'skills', 'empty'));
  world.write('local', '_archive');
  const skills = await loaded();
  const { skills: found, errors } = skills.snapshot();
  expect(found.map((one) => [one.name, one.root, one.trust])).toEqual([
    ['foreign', 'plugin', 'guest'],
    ['mine', 'local', 'operator'],
    ['theirs', 'bundled', 'operator'],
  ]);
  expect(errors.map((one) => [one.name, one.code])).toEqual([
    ['broken', 'missing_frontmatter'],
    ['empty', 'read_failed'],
  ]);
});

test('a link out of the owner’s folder is a guest, and so is everything when the folder itself is a link', async () => {
  const outside = join(world.directory, 'outside');
  mkdirSync(join(outside, 'linked'), { recursive: true });
  writeFileSync(join(outside, 'linked', 'SKILL.md'), skillText('linked', 'role: sub\n'));
  symlinkSync(join(outside, 'linked'), join(world.home, 'skills', 'linked'));
  const skills = await loaded();
  expect(skills.find('linked')).toMatchObject({ root: 'local', trust: 'guest' });

  renameSync(join(world.home, 'skills'), join(world.home, 'before'));
  symlinkSync(outside, join(world.home, 'skills'));
  await skills.reload();
  expect(skills.find('linked')).toMatchObject({ trust: 'guest' });
});

test('a SKILL.md that is a link is not read', async () => {
  writeFileSync(join(world.directory, 'secret'), skillText('trick'));
  mkdirSync(join(world.home, 'skills', 'trick'));
  symlinkSync(join(world.directory, 'secret'), join(world.home, 'skills', 'trick', 'SKILL.md'));
  const skills = await loaded();
  expect(skills.snapshot()).toMatchObject({ skills: [], errors: [{ name: 'trick', code: 'read_failed' }] });
});

test('own before bundled before plugin, the others are shown as shadowed; two plugins and tools collide', async () => {
  for (const root of ['local', 'bundled', 'plugin'] as const) world.write(root, 'same');
  world.write('plugin', 'twice');
  world.write('other-plugin', 'twice');
  world.write('local', 'shell');
  const skills = await loaded();
  const { shadowed, errors, skills: found } = skills.snapshot();
  expect(found.map((one) => [one.name, one.root])).toEqual([['same', 'local']]);
  expect(shadowed.map((one) => [one.name, one.root, one.by])).toEqual([
    ['same', 'bundled', 'local'],
    ['same', 'plugin', 'local'],
  ]);
  expect(errors.map((one) => [one.name, one.code])).toEqual(
    [
      ['twice', 'name_collision'],
      ['twice', 'name_collision'],
      ['shell', 'name_collision'],
    ].sort(),
  );
});

test('a reload tells what changed; a run keeps the definition it began with; nothing changed is no new version', async () => {
  world.write('local', 'one');
  world.write('local', 'two');
  const skills = await loaded();
  const kept = skills.find('one');
  world.write('local', 'one', skillText('one', '', 'Do it otherwise.'));
  world.write('local', 'three');
  rmSync(join(world.home, 'skills', 'two'), { recursive: true });
  const report = await skills.reload();
  expect(report).toMatchObject({ version: 2, added: ['three'], removed: ['two'], changed: ['one'] });
  expect(kept?.body).toBe('Do one.');
  expect(await skills.reload()).toMatchObject({ version: 2, added: [], removed: [], changed: [] });
});

test('a change in the owner’s folder is noticed by itself', async () => {
  const skills = await loaded();
  const changed = vi.fn();
  skills.onChange(changed);
  world.write('local', 'fresh');
  await expect.poll(() => skills.find('fresh')?.name, { timeout: 10_000 }).toBe('fresh');
  expect(changed).toHaveBeenCalled();
});

test('references are read by name alone, inside the skill, and never through a link', async () => {
  const folder = world.write('local', 'one');
  const references = join(folder, 'references');
  mkdirSync(references);
  writeFileSync(join(references, 'good.md'), 'good words');
  writeFileSync(join(references, 'large.md'), 'x'.repeat(65_537));
  writeFileSync(join(references, 'full.md'), 'x'.repeat(65_536));
  writeFileSync(join(world.directory, 'secret.md'), 'secret');
  symlinkSync(join(world.directory, 'secret.md'), join(references, 'link.md'));
  mkdirSync(join(references, 'folder.md'));
  const skills = await loaded();
  const skill = skills.find('one');
  if (!skill) throw new Error('The skill was not loaded.');
  const read = async (file: string) => {
    const end = await skills.readReference(skill, file);
    return end.ok ? end.text : end.code;
  };
  expect(await read('good')).toBe('good words');
  expect(await read('full')).toHaveLength(65_536);
  expect(await read('large')).toBe('too_large');
  expect(await read('link')).toBe('symlink_refused');
  expect(await read('absent')).toBe('reference_not_found');
  expect(await read('folder')).toBe('read_failed');
  for (const name of ['../SKILL', '..', 'good.md', 'Good', 'a/b', '', 'a'.repeat(65), 'x\0']) {
    expect([name, await read(name)]).toEqual([name, 'invalid_reference']);
  }
  expect(await skills.references(skill)).toEqual(['folder', 'full', 'good', 'large', 'link']);

  renameSync(references, join(folder, 'moved'));
  symlinkSync(join(folder, 'moved'), references);
  expect(await read('good')).toBe('symlink_refused');
});

test('a skill swapped for a link after it was loaded is not followed', async () => {
  const folder = world.write('local', 'one');
  const outside = join(world.directory, 'outside');
  mkdirSync(join(outside, 'references'), { recursive: true });
  writeFileSync(join(outside, 'SKILL.md'), 'secret');
  writeFileSync(join(outside, 'references', 'notes.md'), 'secret');
  const skills = await loaded();
  const skill = skills.find('one');
  if (!skill) throw new Error('The skill was not loaded.');
  rmSync(folder, { recursive: true });
  symlinkSync(outside, folder);
  expect(await skills.readSource(skill)).toMatchObject({ ok: false, code: 'symlink_refused' });
  expect(await skills.readReference(skill, 'notes')).toMatchObject({ ok: false, code: 'symlink_refused' });
});

test('a new skill is written once, without tools, and loads after a reload', async () => {
  world.write('bundled', 'theirs');
  const skills = await loaded();
  const made = await skills.create('weekly', 'Say "what": happened\nthis week');
  expect(made).toMatchObject({ ok: true });
  expect(skills.find('weekly')).toBeNull();
  await expect.poll(async () => (await skills.reload()) && skills.find('weekly')?.allowedTools).toEqual([]);
  expect(skills.find('weekly')?.description).toBe('Say "what": happened this week');
  expect(existsSync(join(world.home, 'skills', 'weekly', 'evals', 'evals.json'))).toBe(true);
  const before = readdirSync(join(world.home, 'skills'));
  const codes = [];
  for (const name of ['weekly', 'shell', 'theirs', '../up', '', 'a b']) {
    const end = await skills.create(name, 'x');
    codes.push(end.ok ? 'ok' : end.code);
  }
  expect(codes).toEqual(['already_exists', 'already_exists', 'already_exists', ...Array(3).fill('invalid_name')]);
  expect(await skills.create('fine', '  ')).toMatchObject({ code: 'missing_field' });
  expect(await skills.create('fine', 'x'.repeat(1_025))).toMatchObject({ code: 'invalid_description' });
  expect(readdirSync(join(world.home, 'skills'))).toEqual(before);
});

test('the skills that come with the app load without a warning, with tools that exist', () => {
  const root = fileURLToPath(new URL('../../../../skills', import.meta.url));
  const names = readdirSync(root);
  expect(names.length).toBeGreaterThanOrEqual(2);
  for (const name of names) {
    const parsed = parseSkill(readFileSync(join(root, name, 'SKILL.md'), 'utf8'), name);
    expect(parsed).toMatchObject({ ok: true, skill: { name, warnings: [] } });
  }
});

test('docs/skills.md names every code', () => {
  const page = readFileSync(new URL('../../../../docs/skills.md', import.meta.url), 'utf8');
  for (const code of Object.keys(SKILL_CODES)) expect(page, code).toContain(`\`${code}\``);
});
