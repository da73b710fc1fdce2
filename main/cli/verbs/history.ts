import type { SearchHit } from '../../../protocol/conversation/search.ts';
import type { CliIo } from '../cli-io.ts';
import { withHost } from '../connect-host.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainLine } from '../plain-text.ts';

/** `history search WORDS…`: what was said and done, the newest first. */
export async function history(command: Command, io: CliIo): Promise<ExitCode> {
  const [what, ...words] = command.words;
  const query = words.join(' ').trim();
  if (what !== 'search' || query === '') throw usage('Write it like this: fermix history search WORDS…');
  const { hits } = await withHost(command, io, ({ caller }) =>
    caller.call('history', { query, before: null }, { timeoutMs: 30_000, signal: io.stop }),
  );
  if (command.json) io.out(`${JSON.stringify(hits)}\n`);
  else if (hits.length === 0) io.err('Nothing was found.\n');
  else for (const hit of hits) io.out(lines(hit));
  return EXIT.ok;
}

const WHO: Record<SearchHit['kind'], string> = { user: 'you', assistant: 'agent', tool: 'tool' };

function lines({ at, kind, title, conversationId, excerpt }: SearchHit): string {
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return `${when}  ${WHO[kind]}  ${toPlainLine(title)}  (${conversationId})\n  ${toPlainLine(excerpt)}\n`;
}
