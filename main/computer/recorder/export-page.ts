import type { ToolImage } from '../../../protocol/conversation/entry.ts';
import type { RecordedMoment, RecordedStep, Recording } from '../../../protocol/conversation/recording.ts';
import {
  endSentence,
  hiddenSentence,
  proofSentence,
  recordingWords as words,
} from '../../../protocol/conversation/recording-words.ts';
import { EXPORT_STYLE } from './export-style.ts';
import { Html, html } from './html.ts';

/** Nothing is run and nothing is fetched: pictures beside the page, and its own style. */
const POLICY =
  "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const NOTHING = new Html('');

/**
 * A recording as one page that opens without Fermix and without a network. Every text of it, those of the screen above all,
 * is escaped; the page has no script.
 * @param pictureName the file of a picture relative to the page; null when it is gone.
 */
export function exportPage(recording: Recording, pictureName: (id: string) => string | null): string {
  const title = titleOf(recording);
  const started = timeOf(recording.startedAt);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}, ${started}</title>
<style>${new Html(EXPORT_STYLE)}</style>
</head>
<body>
<header>
<p class="kind">Recording of computer use by Fermix</p>
<h1><bdi>${title}</bdi></h1>
<p>Started ${started} · ${recording.list.length} steps · <strong>${words.ends[recording.end]}</strong></p>
<p>${endSentence(recording.end, recording.reason)}</p>
<p class="note">Texts that may be secret are not in this recording. Pictures show the screen as it was.</p>
</header>
<main>
${inOrder(recording).map((item) => ('n' in item ? stepOf(item, recording, pictureName) : momentOf(item, recording)))}
</main>
</body>
</html>
`;
  return page.markup;
}

/** The conversation's title, or what stands in for it. */
export function titleOf({ conversationTitle, conversationId }: Recording): string {
  if (conversationTitle !== '') return conversationTitle;
  return conversationId.startsWith('window-') ? words.byHand : words.untitled;
}

/** "2026-11-30 14:05 UTC": the same on every computer that opens the page. */
function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function inOrder({ list, moments }: Recording): (RecordedStep | RecordedMoment)[] {
  const at = (item: RecordedStep | RecordedMoment) => ('n' in item ? item.startedAt : item.at);
  return [...list, ...moments].sort((one, other) => at(one) - at(other));
}

function momentOf({ at, kind }: RecordedMoment, { startedAt }: Recording): Html {
  return html`<p class="moment">${words.moments[kind]} at ${offset(at - startedAt)}</p>
`;
}

function stepOf(step: RecordedStep, recording: Recording, pictureName: (id: string) => string | null): Html {
  const outcome = step.outcome ?? 'none';
  const proof = step.reason === '' ? proofSentence(step.report, step.outcome) : step.reason;
  return html`<section class="step" id="step-${step.n}" aria-labelledby="title-${step.n}">
<h2 id="title-${step.n}"><span class="n">${step.n}</span> <bdi>${step.title}</bdi>
<span class="outcome ${outcome}">${step.outcome ? words.outcomes[step.outcome] : words.noOutcome}</span></h2>
${proof === '' ? NOTHING : html`<p class="proof">${proof}</p>`}
<div class="pictures">
${figureOf(step.before, words.before, pictureName)}
${figureOf(step.after, step.after?.role === 'result' ? words.picture : words.after, pictureName)}
</div>
${step.picturesLeftOut ? html`<p class="note">Pictures of this step were not kept.</p>` : NOTHING}
<dl>${factsOf(step, recording).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</section>
`;
}

function figureOf(picture: ToolImage | null, role: string, pictureName: (id: string) => string | null): Html {
  if (!picture) return NOTHING;
  const { image, point } = picture;
  const name = pictureName(image.id);
  if (name === null)
    return html`<figure><figcaption>${role}</figcaption><p class="gone">This picture is gone.</p></figure>`;
  const percent = (value: number, of: number) => Math.min(100, Math.max(0, (value / Math.max(1, of)) * 100)).toFixed(3);
  const mark = point
    ? html`<span class="landing" style="left:${percent(point.x, image.width)}%;top:${percent(point.y, image.height)}%" role="img" aria-label="Landed at ${point.x}, ${point.y}"></span>`
    : NOTHING;
  return html`<figure><figcaption>${role}</figcaption><a class="frame" href="${name}"><img src="${name}" width="${image.width}" height="${image.height}" alt="${image.alt ?? role}" loading="lazy">${mark}</a></figure>`;
}

function factsOf(step: RecordedStep, { startedAt }: Recording): [string, string][] {
  const { report } = step;
  const took = step.endedAt === null ? 'no end recorded' : `took ${seconds(step.endedAt - step.startedAt)}`;
  const facts: [string, string | null][] = [
    ['Time', `${offset(step.startedAt - startedAt)} after the start, ${took}`],
    ['Action', JSON.stringify(step.parameters)],
    ['Text', step.hidden ? hiddenSentence(step.hidden) : null],
    ['Code', step.code],
    ['Delivery', report && report.delivery !== 'n/a' ? report.delivery.replace('_', ' ') : null],
    ['Courtesy', report && report.courtesy !== 'n/a' ? report.courtesy : null],
    [
      'Marks',
      report?.marks ? `${report.marks.count}${report.marks.guessed ? ', guessed from the picture' : ''}` : null,
    ],
    ['Timings', report?.timingsMs ? timings(report.timingsMs) : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

function timings(ms: Record<string, number>): string {
  return Object.entries(ms)
    .map(([name, value]) => `${name} ${Math.round(value)} ms`)
    .join(', ');
}

const seconds = (ms: number) => `${(Math.max(0, ms) / 1000).toFixed(1)} s`;

function offset(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
