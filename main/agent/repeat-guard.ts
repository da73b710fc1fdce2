import type { ToolCall } from '../../protocol/conversation/message.ts';
import { stableJson } from './stable-json.ts';

const WINDOW = 10;
const WARN_AT = 3;
const END_AT = 5;

/** What the guard says of a batch before anything of it runs. */
export interface RepeatVerdict {
  /** Calls that get a warning after their result. */
  warn: ReadonlySet<string>;
  /** The call that ends the turn, when there is one. */
  end: ToolCall | null;
}

/**
 * Watches for a model that is stuck: the same call, arguments compared as key-sorted JSON, three times within the last
 * ten is warned about once; five in an unbroken run ends the turn, and the fifth never runs. Looking, acting and
 * looking again is healthy work and is never cut short.
 */
export function createRepeatGuard(): { check(calls: readonly ToolCall[]): RepeatVerdict } {
  const recent: string[] = [];
  const warned = new Set<string>();
  let unbroken = 0;

  const count = (signature: string): 'fine' | 'warn' | 'end' => {
    unbroken = recent.at(-1) === signature ? unbroken + 1 : 1;
    recent.push(signature);
    if (recent.length > WINDOW) recent.shift();
    if (unbroken >= END_AT) return 'end';
    const seen = recent.filter((one) => one === signature).length;
    if (seen < WARN_AT || warned.has(signature)) return 'fine';
    warned.add(signature);
    return 'warn';
  };

  return {
    check(calls) {
      const warn = new Set<string>();
      for (const call of calls) {
        const verdict = count(`${call.name} ${call.malformed?.raw ?? stableJson(call.arguments)}`);
        if (verdict === 'end') return { warn, end: call };
        if (verdict === 'warn') warn.add(call.id);
      }
      return { warn, end: null };
    },
  };
}

/** Appended to the result of the call that was repeated. */
export const REPEAT_WARNING =
  'You have now made this same call three times. Unless the result above is new, change the approach: other arguments, another tool, or tell the owner what is in the way. Two more in a row end the turn.';
