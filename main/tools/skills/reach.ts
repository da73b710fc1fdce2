import type { Workers } from '../../agent/subagents/subagents-port.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Skills } from '../../skills/ports.ts';

/** What the tools about skills need of the host. */
export interface SkillToolReach {
  skills: Skills;
  workers: Workers;
  registry: Pick<Registry, 'snapshot'>;
}
