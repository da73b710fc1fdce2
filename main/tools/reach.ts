import type { Ids } from '../agent/ports.ts';
import type { Approvals } from '../approvals/ports.ts';
import type { ChildEnvironment } from '../sandbox/child-environment.ts';
import type { Grants } from '../sandbox/grants.ts';
import type { Programs } from '../sandbox/programs/programs.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ComputerToolReach } from './computer/computer-use.ts';
import type { RoutingReach } from './config/model-routing-config.ts';
import type { MemoryToolReach } from './memory/memory-store.ts';
import type { DeferralReach } from './meta/deferral-reach.ts';
import type { SearchPool } from './search/pool.ts';
import type { SkillToolReach } from './skills/reach.ts';

/** What the built-in tools need of the host; each tool takes only its part. */
export interface ToolReach extends ComputerToolReach, DeferralReach, MemoryToolReach, RoutingReach, SkillToolReach {
  sandbox: Sandbox;
  grants: Grants;
  programs: Programs;
  environment: ChildEnvironment;
  search: SearchPool;
  approvals: Pick<Approvals, 'ask'>;
  /** Names of temporary files. */
  ids: Ids;
}
