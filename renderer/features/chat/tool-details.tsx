import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { ToolEntry } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { MonoBlock } from '../../components/mono-block.tsx';
import { toFailure } from '../../ipc/host.ts';
import { duration } from '../../state/format.ts';
import { coverText, maskSecrets } from '../../state/masks.ts';
import { chat as words } from '../../strings/chat.ts';
import { shell } from '../../strings/shell.ts';

/** Everything about a call: arguments with secrets covered, output, code, duration. */
export function ToolDetails({ entry }: { entry: ToolEntry }) {
  const hasArguments = Object.keys(entry.arguments).length > 0;
  return (
    <div className="flex flex-col gap-3 border-line border-t px-3 py-3">
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-xs">
        <span className="font-mono">{entry.name}</span>
        {entry.endedAt ? <span>{words.toolTook(duration(entry.endedAt - entry.startedAt))}</span> : null}
        {entry.code ? <span className="font-mono">{shell.code(entry.code)}</span> : null}
      </p>
      <Part title={words.toolArguments}>
        {hasArguments ? (
          <MonoBlock label={words.toolArguments} text={JSON.stringify(shownArguments(entry), null, 2)} />
        ) : (
          <p className="text-muted text-sm">{words.toolNoArguments}</p>
        )}
      </Part>
      {entry.status === 'done' ? <Result entry={entry} /> : <LiveOutput entry={entry} />}
      <RecordingLink entry={entry} />
    </div>
  );
}

/** What went into a field that hides its content is not shown here either. */
function shownArguments({ arguments: given, report }: ToolEntry) {
  return maskSecrets(report?.target?.secure ? coverText(given) : given);
}

function RecordingLink({ entry }: { entry: ToolEntry }) {
  const { shell: window_ } = useApp();
  const recording = entry.report?.recording;
  if (!recording) return null;
  return (
    <Button
      small
      className="self-start"
      onClick={() => window_.go({ name: 'recordings', id: recording, callId: entry.id })}
    >
      {words.openRecording}
    </Button>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium text-muted text-xs">{title}</h3>
      {children}
    </div>
  );
}

function LiveOutput({ entry }: { entry: ToolEntry }) {
  if (!entry.liveOutput) return null;
  return (
    <Part title={words.toolOutput}>
      <MonoBlock label={words.toolOutput} text={entry.liveOutput} />
    </Part>
  );
}

function Result({ entry }: { entry: ToolEntry }) {
  const { host, chat } = useApp();
  const conversationId = useStore(chat, (state) => state.id);
  const [full, setFull] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function readFull(): Promise<void> {
    if (!conversationId) return;
    try {
      const { text } = await host.call('tool-result.read', { conversationId, callId: entry.id });
      setFull(text);
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    }
  }

  const text = full ?? entry.text;
  return (
    <Part title={words.toolResult}>
      {text ? (
        <MonoBlock label={words.toolResult} text={text} />
      ) : (
        <p className="text-muted text-sm">{words.toolNoResult}</p>
      )}
      {entry.truncated && full === null ? (
        <Button small className="self-start" onClick={() => void readFull()}>
          {words.readFull}
        </Button>
      ) : null}
      {problem ? (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </Part>
  );
}
