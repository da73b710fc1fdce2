import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { SkillInfo, SkillsState } from '../../../protocol/ipc/shapes.ts';
import type { DesktopServices } from '../../host/ports.ts';
import type { Skills } from '../../skills/ports.ts';
import type { SkillUsageStore } from '../../store/skill-usage-port.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `skill.${string}`>;

export interface SkillReach {
  skills: Skills;
  skillUsage: SkillUsageStore;
  desktop: DesktopServices | null;
}

/** Skills: looking, reading anew, making one, opening the folder. */
export function skillHandlers({ skills, skillUsage, desktop }: SkillReach): Pick<IpcHandlers, Routes> {
  const find = (name: string) => {
    const skill = skills.find(name);
    if (!skill) throw new IpcRefusal('unknown_skill', `There is no skill named ${name}.`);
    return skill;
  };
  const state = async (): Promise<SkillsState> => {
    await skills.ready();
    return stateOf(skills, skillUsage);
  };
  return {
    'skill.list': state,
    async 'skill.view'({ name, file }) {
      const skill = find(name);
      const read =
        file === undefined ? { ok: true as const, text: skill.body } : await skills.readReference(skill, file);
      if (!read.ok) throw new IpcRefusal(read.code, read.text);
      return { text: read.text, references: await skills.references(skill) };
    },
    async 'skill.create'({ name, description }) {
      await skills.ready();
      const made = await skills.create(name, description);
      if (!made.ok) throw new IpcRefusal(made.code, made.text);
      await skills.reload();
      return await state();
    },
    async 'skill.reload'() {
      const { added, removed, changed } = await skills.reload();
      return { state: await state(), added, removed, changed };
    },
    async 'skill.open-folder'({ name }) {
      if (!desktop) throw new IpcRefusal('no_desktop', 'A folder can only be opened in the app.');
      await desktop.openFolder(name === null ? skills.folder : find(name).folder);
      return null;
    },
  };
}

function stateOf(skills: Skills, usage: SkillUsageStore): SkillsState {
  const { version, skills: loaded, shadowed, errors } = skills.snapshot();
  const counted = new Map(usage.all().map((one) => [`${one.origin} ${one.skill}`, one]));
  const rows = loaded.map((skill): SkillInfo => {
    const { name, description, root, trust, plugin, folder, allowedTools, policy, warnings } = skill;
    const used = counted.get(`${root} ${name}`);
    return {
      ...{ name, description, root, trust, plugin, folder, warnings: [...warnings] },
      allowedTools: allowedTools === null ? null : [...allowedTools],
      policy: policy === null ? null : [...policy],
      runs: used?.runs ?? 0,
      lastUsedAt: used?.lastUsedAt ?? null,
    };
  });
  return { version, folder: skills.folder, skills: rows, shadowed: [...shadowed], errors: [...errors] };
}
