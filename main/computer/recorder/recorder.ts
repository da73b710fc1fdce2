import type { ActionReport } from '../../../protocol/conversation/action-report.ts';
import type { ToolImage } from '../../../protocol/conversation/entry.ts';
import type { ImageRef } from '../../../protocol/conversation/message.ts';
import type { RecordedStep } from '../../../protocol/conversation/recording.ts';
import type { Clock, Log } from '../../agent/ports.ts';
import type { KnownSecrets } from '../../config/known-secrets.ts';
import type { ToolPicture } from '../../registry/capability.ts';
import type { RecordingStore } from '../../store/recording-port.ts';
import { actionWords } from '../action-words.ts';
import type { ComputerInput } from '../input.ts';
import { isFault } from './end-reasons.ts';
import { maskParameters } from './mask-parameters.ts';
import type { RecordedCall, Recorder, ReportedResult } from './recorder-port.ts';
import { createWriteQueue } from './write-queue.ts';

/** What one session may have: beyond it steps go on without pictures. */
const SESSION_BYTES = 268_435_456;
/** Bytes of pictures that may wait for the disk. */
const WAITING_BYTES = 67_108_864;

export interface RecorderParts {
  store: RecordingStore;
  clock: Clock;
  log: Log;
  known: KnownSecrets;
  /** Days a recording is kept; 0 records nothing. */
  recordingDays(): number;
}

interface Session {
  steps: number;
  bytes: number;
  /** Pictures already kept, by their bytes: what was seen after one step is what the next one starts from. */
  kept: WeakMap<Uint8Array, Promise<ImageRef | null>>;
}

/** Writes sessions into the store, one thing after the other, behind the actions. */
export function createRecorder({ store, clock, log, known, recordingDays }: RecorderParts): Recorder {
  const sessions = new Map<string, Session>();
  const queue = createWriteQueue((what, error) => log.warn('recording.write_failed', { what, error }));
  const listeners = new Set<(session: string) => void>();
  let waiting = 0;
  const write = (session: string, what: string, work: () => Promise<void> | void) =>
    queue.add(what, async () => {
      await work();
      for (const listener of listeners) listener(session);
    });

  function open({ session: id, conversationId }: RecordedCall): Session {
    const found = sessions.get(id);
    if (found) return found;
    const session: Session = { steps: 0, bytes: 0, kept: new WeakMap() };
    sessions.set(id, session);
    const at = clock.now();
    write(id, 'begin', () => store.begin({ id, conversationId, at }));
    return session;
  }

  async function keepPicture(id: string, session: Session, picture: ToolPicture): Promise<ToolImage | null> {
    const { data, mime, width, height, alt, role, point } = picture;
    let saving = session.kept.get(data);
    if (!saving) {
      if (session.bytes + data.byteLength > SESSION_BYTES) return null;
      session.bytes += data.byteLength;
      const file = { data, mime, width, height, ...(alt === undefined ? {} : { alt: known.cover(alt) }) };
      saving = store.putPicture(id, file).catch((error: unknown) => {
        log.warn('recording.picture_failed', { error });
        return null;
      });
      session.kept.set(data, saving);
    }
    const image = await saving;
    return image && { image, role, ...(point ? { point } : {}) };
  }

  async function keepPictures(id: string, session: Session, pictures: readonly ToolPicture[]) {
    const before = pictures.find((one) => one.role === 'before');
    const after = pictures.findLast((one) => one.role !== 'before');
    const images = {
      before: before ? await keepPicture(id, session, before) : null,
      after: after ? await keepPicture(id, session, after) : null,
    };
    const lost = (before && !images.before) || (after && !images.after);
    return { ...images, ...(lost ? { picturesLeftOut: true as const } : {}) };
  }

  function finish(id: string, session: Session, step: RecordedStep, result: ReportedResult): void {
    const pictures = result.pictures ?? [];
    const bytes = pictures.reduce((sum, picture) => sum + picture.data.byteLength, 0);
    const tooMuch = waiting + bytes > WAITING_BYTES;
    waiting += bytes;
    write(id, 'step', async () => {
      try {
        const images = tooMuch ? { picturesLeftOut: true as const } : await keepPictures(id, session, pictures);
        store.saveStep(id, { ...step, ...images });
      } finally {
        waiting -= bytes;
      }
    });
  }

  return {
    keeps: (session) => sessions.has(session) || recordingDays() > 0,
    begin(call, input, words) {
      if (!this.keeps(call.session)) return () => undefined;
      const session = open(call);
      session.steps += 1;
      const step = firstStep(call, input, session.steps, known.cover(words), clock.now());
      write(call.session, 'step', () =>
        store.saveStep(call.session, { ...step, ...maskParameters(input, null, known) }),
      );
      return (result) => {
        const { title, ...masked } = maskedResult(input, result, known);
        finish(call.session, session, { ...step, ...masked, title, ...endOf(result, clock.now()) }, result);
      };
    },
    moment(session, kind) {
      const at = clock.now();
      if (sessions.has(session)) write(session, kind, () => store.addMoment(session, { at, kind }));
    },
    end(session, reason) {
      const at = clock.now();
      if (!sessions.has(session)) return;
      write(session, 'end', () => store.end(session, { at, kind: isFault(reason) ? 'error' : 'complete', reason }));
      // A result on its way has its own hold on the session.
      sessions.delete(session);
      queue.add('sweep', () => void store.sweep(at));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    idle: () => queue.idle(),
  };
}

function firstStep(call: RecordedCall, input: ComputerInput, n: number, title: string, at: number): RecordedStep {
  return {
    n,
    turnId: call.turnId,
    callId: call.callId,
    action: input.action.slice(0, 60),
    title,
    parameters: {},
    startedAt: at,
    endedAt: null,
    outcome: null,
    code: null,
    reason: '',
    report: null,
    before: null,
    after: null,
  };
}

function maskedResult(input: ComputerInput, { title, report, ok }: ReportedResult, known: KnownSecrets) {
  const masked = maskParameters(input, report, known);
  const words = masked.hidden?.field === 'chord' ? { ...input, chord: 'a character key' } : null;
  return {
    ...masked,
    title: known.cover(words ? actionWords(words, report, ok) : title),
    report: coverReport(report, known),
  };
}

/** Titles and names come from the screen, and a title can be an address with a token in it. */
function coverReport(report: ActionReport, known: KnownSecrets): ActionReport {
  const { target, window } = report;
  return {
    ...report,
    ...(target ? { target: { ...target, name: known.cover(target.name) } } : {}),
    ...(window ? { window: { app: known.cover(window.app), title: known.cover(window.title) } } : {}),
  };
}

function endOf(result: ReportedResult, at: number): Pick<RecordedStep, 'endedAt' | 'outcome' | 'code' | 'reason'> {
  const outcome = result.outcome ?? (result.ok ? 'performed' : 'failed');
  return { endedAt: at, outcome, code: result.code ?? null, reason: result.report.reason ?? '' };
}
