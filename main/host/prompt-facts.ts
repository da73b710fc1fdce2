import { stat } from 'node:fs/promises';
import type { PromptFacts } from '../agent/agent-ports.ts';
import type { ConfigStore } from '../config/config-port.ts';
import type { Caller } from '../registry/policy.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Skills } from '../skills/ports.ts';

const PLATFORM_NAMES: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** What the prompt says about this computer, for one caller. */
export async function promptFacts(
  caller: Caller,
  parts: {
    sandbox: Sandbox;
    config: Pick<ConfigStore, 'current'>;
    env: Readonly<Record<string, string | undefined>>;
    skills: Pick<Skills, 'ready' | 'snapshot'>;
    platform: NodeJS.Platform;
  },
): Promise<PromptFacts> {
  const view = await parts.sandbox.view(caller, 'prompt');
  const { mode } = parts.config.current().sandbox;
  const roots = [...new Set(view.rules.roots)];
  const there = await Promise.all(
    roots.map((root) =>
      stat(root).then(
        () => true,
        () => false,
      ),
    ),
  );
  const named = roots.filter((_, index) => there[index]);
  await parts.skills.ready();
  const { skills } = parts.skills.snapshot();
  return {
    skills: skills.map(({ name, description, trust }) => ({ name, description, isForeign: trust !== 'operator' })),
    platform: platformWords(parts.platform, parts.env),
    sandbox: `Mode ${mode}. File tools reach these folders and nothing else: ${named.join(', ')}. A path outside is refused; ask for the folder with request_directory_access. Protected paths are refused always.`,
    workingDirectory: view.workingDirectory,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function platformWords(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  const name = PLATFORM_NAMES[platform] ?? platform;
  if (platform !== 'linux') return name;
  if (env['WAYLAND_DISPLAY']) return `${name} (Wayland)`;
  return env['DISPLAY'] ? `${name} (X11)` : `${name} (no display)`;
}
