import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createSkills } from '../../main/skills/create-skills.ts';
import type { Skills } from '../../main/skills/ports.ts';
import type { SkillUsage } from '../../main/store/skill-usage-port.ts';
import { keptLog, realClock } from './clock-and-ids.ts';

/** Skills on a real disk, in a home, a bundled folder and two plugins. */
export interface SkillFolders {
  directory: string;
  home: string;
  bundled: string;
  plugins: string[];
  usage: SkillUsage[];
  /** Writes `<root>/<name>/SKILL.md`; text without a block gets one that fits. */
  write(root: 'local' | 'bundled' | 'plugin' | 'other-plugin', name: string, text?: string): string;
  /** Starts the service; once. */
  open(toolNames?: string[]): Skills;
  close(): void;
}

export function skillFolders(): SkillFolders {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'fermix-skills-')));
  const home = join(directory, 'home');
  const bundled = join(directory, 'app', 'skills');
  const plugins = [join(directory, 'plugin-a', 'skills'), join(directory, 'plugin-b', 'skills')];
  for (const folder of [join(home, 'skills'), bundled, ...plugins]) mkdirSync(folder, { recursive: true });
  const roots = { local: join(home, 'skills'), bundled, plugin: plugins[0] ?? '', 'other-plugin': plugins[1] ?? '' };
  const usage: SkillUsage[] = [];
  let skills: Skills | null = null;
  return {
    ...{ directory, home, bundled, plugins, usage },
    write(root, name, text = skillText(name)) {
      const path = join(roots[root], name, 'SKILL.md');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return dirname(path);
    },
    open(toolNames = ['shell']) {
      skills = createSkills({
        home,
        bundled,
        plugins: () => plugins.map((path, index) => ({ root: 'plugin', path, plugin: `plugin-${index}` })),
        toolNames: () => new Set(toolNames),
        usage: {
          count: (skill, origin, at) => void usage.push({ skill, origin, runs: 1, lastUsedAt: at }),
          all: () => usage,
        },
        clock: realClock,
        log: keptLog(),
      });
      return skills;
    },
    close() {
      skills?.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function skillText(name: string, more = '', body = `Do ${name}.`): string {
  return `---\nname: ${name}\ndescription: About ${name}\n${more}---\n${body}\n`;
}
