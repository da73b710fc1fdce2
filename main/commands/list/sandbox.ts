import type { Approvals } from '../../approvals/ports.ts';
import type { ConfigStore, ConfigValue, SandboxMode } from '../../config/config-port.ts';
import { type Command, type CommandCall, refused, said, usageOf } from '../command.ts';
import { needsWindow } from './grants.ts';

/** What the sandbox commands read and change. */
export interface SandboxReach {
  config: Pick<ConfigStore, 'current' | 'write'>;
  roots(): Promise<{ path: string; source: 'mode' | 'granted' }[]>;
  protectedPaths(): string[];
  approvals: Pick<Approvals, 'ask'>;
}

const MODES = ['strict', 'standard', 'open'] as const;

/** `/sandbox`: what the agent's file tools may reach. What widens it is asked again; what narrows it applies at once. */
export function sandbox(reach: SandboxReach): Command {
  const command: Command = {
    name: 'sandbox',
    usage: 'status | explain | mode strict|standard|open | env allow|deny NAME',
    summary: 'Shows or changes what the agent may reach',
    words: [
      { word: 'status', summary: 'Mode, folders and variables in short' },
      { word: 'explain', summary: 'Every folder with its reason, and what is protected' },
      { word: 'mode', summary: 'strict, standard or open' },
      { word: 'env', summary: 'allow or deny an environment variable for commands' },
    ],
    who: 'allowed',
    inPersonOnly: true,
    async run(call) {
      const [word = '', ...more] = call.rest.split(/\s+/).filter(Boolean);
      if (word === 'status' && more.length === 0) return said(await status(reach));
      if (word === 'explain' && more.length === 0) return said(await explain(reach));
      if (word !== 'mode' && word !== 'env') return usageOf(command);
      if (call.caller.trust !== 'operator') return refused('not_owner', 'Only the owner can change the sandbox.');
      return word === 'mode' ? await setMode(reach, call, more) : await setVariable(reach, call, more);
    },
  };
  return command;
}

async function status({ config, roots }: SandboxReach): Promise<string> {
  const { mode, env } = config.current().sandbox;
  const paths = (await roots()).map(({ path }) => path);
  const names = env.allow.length === 0 ? 'none named' : env.allow.join(', ');
  return [`Mode: ${mode}`, `Folders: ${paths.join(', ')}`, `Variables for commands: ${names}`].join('\n');
}

async function explain({ config, roots, protectedPaths }: SandboxReach): Promise<string> {
  const { mode, blockedRoots } = config.current().sandbox;
  const lines = (await roots()).map(({ path, source }) => `  ${path} (${source})`);
  const blocked = blockedRoots.length === 0 ? [] : ['Blocked by you:', ...blockedRoots.map((path) => `  ${path}`)];
  const kept = protectedPaths().map((path) => `  ${path}`);
  return [`Mode: ${mode}`, 'The agent may use:', ...lines, ...blocked, 'Protected in every mode:', ...kept].join('\n');
}

async function setMode(reach: SandboxReach, call: CommandCall, [to, ...rest]: string[]) {
  const from = reach.config.current().sandbox.mode;
  const mode = MODES.find((one) => one === to);
  if (!mode || rest.length > 0) return refused('usage', `Write it like this: /sandbox mode ${MODES.join('|')}`);
  if (mode === from) return said(`The mode is ${mode} already.`);
  const change = { 'sandbox.mode': mode };
  const words = `The sandbox mode is now ${mode}.`;
  if (!widens(from, mode)) return await apply(reach, change, words);
  return askFirst(reach, call, {
    title: `Change the sandbox mode to ${mode}`,
    exact: `- mode: ${from}\n+ mode: ${mode}`,
    change,
    words,
  });
}

/** Leaving `open` is asked too: the folders that take its place bear other names. */
function widens(from: SandboxMode, to: SandboxMode): boolean {
  return !(from === 'standard' && to === 'strict');
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

async function setVariable(reach: SandboxReach, call: CommandCall, [verb, name = '', ...rest]: string[]) {
  const { allow, deny } = reach.config.current().sandbox.env;
  if ((verb !== 'allow' && verb !== 'deny') || !NAME.test(name) || rest.length > 0) {
    return refused('usage', 'Write it like this: /sandbox env allow NAME, or /sandbox env deny NAME');
  }
  const without = (names: readonly string[]) => names.filter((one) => one !== name);
  if (verb === 'deny') {
    const change = { 'sandbox.env.allow': without(allow), 'sandbox.env.deny': [...without(deny), name] };
    return await apply(reach, change, `Commands of the agent no longer get ${name}.`);
  }
  if (allow.includes(name) && !deny.includes(name)) return said(`Commands of the agent get ${name} already.`);
  return askFirst(reach, call, {
    title: `Let every command of the agent read ${name}`,
    exact: `+ env.allow: ${name}`,
    change: { 'sandbox.env.allow': [...without(allow), name], 'sandbox.env.deny': without(deny) },
    words: `Commands of the agent now get ${name}.`,
  });
}

type Change = Record<string, ConfigValue>;

async function apply({ config }: SandboxReach, change: Change, words: string) {
  await config.write(change);
  return said(words);
}

function askFirst(
  { config, approvals }: SandboxReach,
  { caller }: CommandCall,
  { title, exact, change, words }: { title: string; exact: string; change: Change; words: string },
) {
  if (!caller.approvalPort || caller.channel === 'cli') return needsWindow();
  approvals.ask({
    kind: 'sandbox_change',
    key: exact,
    title,
    exact,
    reason: 'You wrote /sandbox.',
    caller,
    turnId: '',
    async apply() {
      await config.write(change);
      return words;
    },
  });
  return said('Answer the question below, or write /confirm.');
}
