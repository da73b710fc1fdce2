import { resolve } from 'node:path';
import { type Refusal, refuse } from '../refusal.ts';
import { RULES } from './rules.ts';
import { simpleCommands } from './simple-commands.ts';
import type { HardlineContext } from './targets.ts';
import { unwrap } from './unwrap.ts';

/** How deep `sh -c "sh -c …"` is looked into. */
const DEEPEST = 3;

/** Null when the command may run; else the refusal that nobody can confirm away. */
export function checkHardline(command: string, context: HardlineContext): Refusal<'sandbox_hardline'> | null {
  const reason = findReason(command, context, 0);
  if (reason === null) return null;
  return refuse('sandbox_hardline', `This command is never run. ${reason} Nobody can confirm it; find a narrower way.`);
}

function findReason(text: string, context: HardlineContext, depth: number): string | null {
  if (isForkBomb(text)) return 'It is a fork bomb: it would fill the computer with processes.';
  let here = context;
  for (const { words, written, heredocs } of simpleCommands(text)) {
    const command = unwrap(words);
    const rule = RULES.find((one) => one.blocks({ command, written, context: here }));
    if (rule) return rule.reason;
    const fed = isShell(command.name) ? heredocs : [];
    if (depth < DEEPEST) {
      for (const script of [...command.scripts, ...fed]) {
        const inner = findReason(script, here, depth + 1);
        if (inner !== null) return inner;
      }
    }
    if (/^(cd|pushd)$/.test(command.name)) here = { ...here, workingDirectory: goTo(command.args, here) };
  }
  return null;
}

const isShell = (name: string) => /^(sh|bash|zsh|dash|ksh|ash)$/.test(name);

function goTo(args: readonly string[], context: HardlineContext): string {
  const to = args.find((arg) => !arg.startsWith('-')) ?? '~';
  const expanded = to.replace(/^(~|\$HOME|\$\{HOME\})(?=$|\/)/, () => context.osHome);
  return resolve(context.workingDirectory, expanded);
}

/** A function that pipes itself into itself in the background, whatever its name and spacing. Lengths bound the search. */
const FORK_BOMB =
  /(?<![^\s(){};|&])([^\s(){};|&]{1,64}) ?(?:\( ?\))? ?\{[^{}]{0,500}?(?<![^\s{;])\1 ?\| ?\1 ?&[^{}]{0,500}\}/;

function isForkBomb(text: string): boolean {
  return FORK_BOMB.test(text.replace(/\s+/g, ' '));
}
