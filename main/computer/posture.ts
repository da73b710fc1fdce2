import type { SandboxMode } from '../config/config-port.ts';

/** The rule the model works under, from the sandbox mode (computer-use 13). Only `strict` is enforced by code. */
const RULES: Record<SandboxMode, string> = {
  strict:
    'Posture: strict. You may look and move the pointer; clicks, keys and every other change are refused. ' +
    'Tell the owner what you would do.',
  standard:
    'Posture: standard. You may act, but ask the owner in the chat before anything irreversible: delete, send, buy, ' +
    'sign out, overwrite, move to trash.',
  open:
    'Posture: open. You may act; ask the owner in the chat only before catastrophic steps: bulk deletion, wiping, ' +
    'sending money or messages that cannot be taken back, destructive changes of the system.',
};

export function postureRule(mode: SandboxMode): string {
  return RULES[mode];
}
