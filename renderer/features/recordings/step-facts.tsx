import type { RecordedStep } from '../../../protocol/conversation/recording.ts';
import { hiddenSentence } from '../../../protocol/conversation/recording-words.ts';
import { MonoBlock } from '../../components/mono-block.tsx';
import { Fact } from '../../components/section.tsx';
import { recordings } from '../../strings/recordings.ts';

const words = recordings.facts;

/** Everything else that is known of a step. */
export function StepFacts({ step }: { step: RecordedStep }) {
  const { report } = step;
  return (
    <dl className="flex flex-col gap-1.5 pl-11 text-sm">
      <Fact name={words.parameters}>
        <MonoBlock label={words.parameters} text={JSON.stringify(step.parameters)} />
      </Fact>
      {step.hidden ? <Fact name={words.text}>{hiddenSentence(step.hidden)}</Fact> : null}
      {step.code ? (
        <Fact name={words.code}>
          <span className="font-mono">{step.code}</span>
        </Fact>
      ) : null}
      {report?.window ? <Fact name={words.window}>{report.window.title || report.window.app}</Fact> : null}
      {report && report.delivery !== 'n/a' ? (
        <Fact name={words.delivery}>{recordings.deliveries[report.delivery]}</Fact>
      ) : null}
      {report && report.courtesy !== 'n/a' ? (
        <Fact name={words.courtesy}>{recordings.courtesies[report.courtesy]}</Fact>
      ) : null}
      {report?.marks ? (
        <Fact name={words.marks}>
          {report.marks.guessed ? recordings.marksGuessed(report.marks.count) : recordings.marks(report.marks.count)}
        </Fact>
      ) : null}
      {report?.timingsMs ? <Fact name={words.timings}>{timingLine(report.timingsMs)}</Fact> : null}
    </dl>
  );
}

function timingLine(timings: Record<string, number>): string {
  return Object.entries(timings)
    .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    .join(', ');
}
