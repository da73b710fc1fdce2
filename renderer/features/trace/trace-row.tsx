import { BrainCircuit, ChevronRight, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { TraceStep } from '../../../protocol/ipc/trace.ts';
import { Badge } from '../../components/badge.tsx';
import { cx } from '../../components/cx.ts';
import { MonoBlock } from '../../components/mono-block.tsx';
import { duration, usageLine } from '../../state/format.ts';
import { trace as words } from '../../strings/trace.ts';

interface TraceRowProps {
  step: TraceStep;
  /** When the first row began. */
  startedAt: number;
  longestMs: number;
}

/** One model call or tool call: what it was, how it ended, how long it took, and its words on request. */
export function TraceRow({ step, startedAt, longestMs }: TraceRowProps) {
  const [open, setOpen] = useState(false);
  const bodies = bodiesOf(step);
  const Icon = step.type === 'llm_call' ? BrainCircuit : Wrench;
  const share = longestMs === 0 ? 0 : Math.max(1, Math.round((step.durationMs / longestMs) * 100));
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-medium text-sm">{titleOf(step)}</h2>
          <p className="wrap-anywhere text-muted text-sm">{factsOf(step, startedAt)}</p>
        </div>
        <StepBadge step={step} />
      </div>
      <div aria-hidden="true" className="ml-7 h-1 rounded-full bg-hover">
        <div className="h-1 rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
      {bodies.length > 0 ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="ml-6 flex min-h-7 w-fit items-center gap-1 rounded-control text-muted text-sm hover:text-ink"
        >
          <ChevronRight aria-hidden="true" className={cx('size-4 transition-transform', open && 'rotate-90')} />
          {bodies.map(([label]) => label).join(', ')}
        </button>
      ) : null}
      {open
        ? bodies.map(([label, text]) => (
            <div key={label} className="ml-7 flex flex-col gap-1">
              <h3 className="text-muted text-xs">{label}</h3>
              <MonoBlock label={label} text={text} />
            </div>
          ))
        : null}
    </li>
  );
}

function titleOf(step: TraceStep): string {
  const name = step.type === 'llm_call' ? `${words.purposes[step.purpose]}: ${step.model}` : step.name;
  return step.agentName === undefined ? name : `${step.agentName} · ${name}`;
}

function factsOf(step: TraceStep, startedAt: number): string {
  const parts = [words.after(duration(step.at - startedAt)), duration(step.durationMs)];
  if (step.type === 'tool_exec') return parts.join(' · ');
  parts.push(usageLine(step.usage), words.sent(step.messages, step.tools));
  if (step.firstMs !== null) parts.push(words.first(duration(step.firstMs)));
  if (step.retries > 0) parts.push(words.retries(step.retries));
  if (step.calls.length > 0) parts.push(words.calls(step.calls.join(', ')));
  return parts.filter(Boolean).join(' · ');
}

function StepBadge({ step }: { step: TraceStep }) {
  const ok = step.type === 'llm_call' ? step.outcome === 'ok' : step.ok;
  const label = step.type === 'llm_call' ? words.outcomes[step.outcome] : ok ? words.done : words.outcomes.failed;
  return <Badge tone={ok ? 'ok' : 'warn'}>{step.code === null ? label : `${label}: ${step.code}`}</Badge>;
}

function bodiesOf(step: TraceStep): [label: string, text: string][] {
  const bodies: [string, string | undefined][] =
    step.type === 'llm_call'
      ? [
          [words.asked, step.asked],
          [words.answered, step.answered],
        ]
      : [
          [words.arguments, step.arguments && JSON.stringify(step.arguments, null, 2)],
          [words.result, step.result],
        ];
  return bodies.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []));
}
