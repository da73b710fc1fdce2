import { useStore } from 'zustand';
import type { SearchHit } from '../../../protocol/conversation/search.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { useNow } from '../../components/use-now.ts';
import { when } from '../../state/format.ts';
import { chat } from '../../strings/chat.ts';
import { shell as words } from '../../strings/shell.ts';

/** Messages that hold the searched words, newest first; a click goes to the message. */
export function MessageHits() {
  const { history, showHit, attempt } = useApp();
  const { query, hits, before, loading, failure } = useStore(history);
  const now = useNow(true, 60_000);
  if (query === '') return null;
  return (
    <section aria-label={words.messageHits} className="pt-2">
      <h2 className="px-2 pb-1 font-medium text-muted text-xs">{words.messageHits}</h2>
      {failure ? (
        <FailureNote title={words.hitsFailed} failure={failure} onRetry={() => void history.search(query)} />
      ) : null}
      {hits?.length === 0 ? <p className="px-2 py-1 text-muted text-sm">{words.noHits}</p> : null}
      <ul>
        {hits?.map((hit) => (
          <li key={`${hit.conversationId} ${hit.kind} ${hit.id}`}>
            <button
              type="button"
              onClick={() => void attempt(() => showHit(hit, query))}
              className="flex w-full flex-col gap-0.5 rounded-control px-2 py-1.5 text-left text-sm hover:bg-hover"
            >
              <span className="flex w-full items-baseline gap-2 text-muted text-xs">
                <span className="min-w-0 flex-1 truncate">
                  {WHO[hit.kind]}: {hit.title || chat.untitled}
                </span>
                <span>{when(hit.at, now)}</span>
              </span>
              <span className="wrap-anywhere line-clamp-3">
                <Marked hit={hit} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {before === null ? null : (
        <Button small look="quiet" disabled={loading} onClick={() => void history.more()} className="mx-2">
          {words.moreHits}
        </Button>
      )}
    </section>
  );
}

const WHO: Record<SearchHit['kind'], string> = { user: chat.you, assistant: chat.agent, tool: words.hitTool };

function Marked({ hit: { excerpt, marks } }: { hit: SearchHit }) {
  const parts: { text: string; at: number; marked: boolean }[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push({ text: excerpt.slice(from, start), at: from, marked: false });
    parts.push({ text: excerpt.slice(start, end), at: start, marked: true });
    from = end;
  }
  parts.push({ text: excerpt.slice(from), at: from, marked: false });
  return parts.map(({ text, at, marked }) =>
    marked ? (
      <mark key={at} className="rounded-sm bg-accent-soft text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
