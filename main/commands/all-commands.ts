import type { ControlResult } from '../../protocol/ipc/shapes.ts';
import type { Conversations } from '../agent/conversations-port.ts';
import type { Approvals } from '../approvals/ports.ts';
import type { Grants } from '../sandbox/grants.ts';
import type { Command } from './command.ts';
import { type CommandTable, createCommandTable } from './command-table.ts';
import { answers } from './list/answers.ts';
import { background, tasks } from './list/background.ts';
import { screenControl, stop } from './list/control.ts';
import { grantCommands } from './list/grants.ts';
import { help, whoami } from './list/help.ts';
import { type SandboxReach, sandbox } from './list/sandbox.ts';
import { compact, newSession } from './list/session.ts';
import { ultra } from './list/ultra.ts';

/** What the commands need of the rest of the host. */
export interface CommandReach extends Omit<SandboxReach, 'approvals'> {
  conversations: Conversations;
  approvals: Approvals;
  grants: Grants;
  computer: { pause(): Promise<ControlResult>; resume(): Promise<ControlResult> };
  /** Ends every session on the screen. */
  endScreenUse(): Promise<ControlResult>;
  agentHasInput(): boolean;
  /** True in the app; a host started by a command ends with it. */
  staysRunning: boolean;
}

/**
 * Every slash command, in the order `/help` and the menu show them. A feature that is not there has no entry: its name
 * is then ordinary text. `more` are the commands of other capabilities.
 */
export function createCommands(reach: CommandReach, more: readonly Command[] = []): CommandTable {
  const table: CommandTable = createCommandTable([
    help((caller) => table.list(caller)),
    whoami,
    newSession(reach.conversations),
    compact(reach.conversations),
    stop(reach),
    ...screenControl(reach.computer),
    background(reach),
    tasks(reach.conversations),
    ultra,
    sandbox(reach),
    ...grantCommands(reach),
    ...answers(reach),
    ...more,
  ]);
  return table;
}
