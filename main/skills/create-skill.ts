import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errno, errorWords } from '../sandbox/refusal.ts';
import { isSkillName } from './parse-skill.ts';
import { type SkillFailure, skillFailure } from './skill.ts';

/** Writes a starter: a skill without tools, whose instructions are still to be written, and a file for its checks. */
export async function createSkill(
  folder: string,
  { name, description }: { name: string; description: string },
  taken: (name: string) => boolean,
): Promise<{ ok: true; folder: string } | SkillFailure> {
  if (!isSkillName(name)) return skillFailure('invalid_name', `“${name.slice(0, 80)}” cannot be the name of a skill.`);
  const words = description.replaceAll(/\s+/g, ' ').trim();
  if (words === '') return skillFailure('missing_field', 'The description is empty.');
  if (Buffer.byteLength(words) > 1_024) return skillFailure('invalid_description');
  if (taken(name))
    return skillFailure('already_exists', `${name} is the name of a tool or of a skill that came with the app.`);
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await mkdir(path);
  } catch (error) {
    if (errno(error) === 'EEXIST') return skillFailure('already_exists', `There is a folder ${name} already.`);
    return skillFailure('write_failed', `The folder cannot be made: ${errorWords(error)}.`);
  }
  try {
    await mkdir(join(path, 'evals'));
    await writeFile(join(path, 'evals', 'evals.json'), `${JSON.stringify({ skill: name, evals: [] }, null, 2)}\n`);
    await writeFile(join(path, 'SKILL.md'), starter(name, words));
    return { ok: true, folder: path };
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    return skillFailure('write_failed', `The skill cannot be written: ${errorWords(error)}.`);
  }
}

function starter(name: string, description: string): string {
  return [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    'allowed_tools: []',
    '---',
    '',
    `# ${name}`,
    '',
    'Say here what is to be done, in which order, and what the answer looks like. Name the tools that are needed in',
    'allowed_tools above; without that line the skill has every tool that its trust allows.',
    '',
  ].join('\n');
}
