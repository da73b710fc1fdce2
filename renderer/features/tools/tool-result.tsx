import { Badge } from '../../components/badge.tsx';
import { MonoBlock } from '../../components/mono-block.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { RemedyButton } from '../../components/remedy-button.tsx';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { duration } from '../../state/format.ts';
import { chat } from '../../strings/chat.ts';
import { shell } from '../../strings/shell.ts';
import { tools as words } from '../../strings/tools.ts';
import { PictureRow } from '../chat/picture-row.tsx';
import type { ToolRun } from './use-tool-run.ts';

/** What a run by hand says while it runs, and what came of it. */
export function ToolResultView({ run, tool }: { run: ToolRun; tool: string }) {
  const now = useNow(run.running, 500);
  const { result, failure, output, running } = run;
  if (failure) return <FailureNote failure={failure} />;
  if (running) {
    return (
      <Section title={`${words.running}, ${duration(Math.max(0, now - run.startedAt))}`}>
        {output ? <MonoBlock label={words.liveOutput} text={output} /> : null}
      </Section>
    );
  }
  if (!result) return null;
  return (
    <Section title={words.result}>
      <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={result.ok ? 'ok' : 'danger'}>{chat.outcomes[result.outcome]}</Badge>
        <span className="text-muted">{words.took(duration(result.durationMs))}</span>
        {result.code ? <span className="font-mono text-muted text-xs">{shell.code(result.code)}</span> : null}
        {result.remedy ? <RemedyButton remedy={result.remedy} /> : null}
      </div>
      {result.text ? (
        <MonoBlock label={words.result} text={result.text} />
      ) : (
        <p className="text-muted">{words.noText}</p>
      )}
      {result.images.length > 0 ? (
        <PictureRow
          pictures={result.images.map((image) => ({ image, role: 'result' }))}
          fallbackAlt={chat.pictureAlt(tool)}
        />
      ) : null}
    </Section>
  );
}
