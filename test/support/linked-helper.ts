import type { HelperExit, HelperProcess, HelperStarter } from '../../main/computer/helper-process.ts';
import type { Element, Mark, ReadingResult } from '../../protocol/helper/accessibility.ts';
import type { ActInput, ActOutput, Picture, Receipt } from '../../protocol/helper/act.ts';
import { effectiveRegion, fullCrop, type Rectangle, regionCrop } from '../../protocol/helper/geometry.ts';
import {
  type Badge,
  HELPER_PROTOCOL_VERSION,
  type HeldItem,
  type HelperContract,
  helperContract,
  type Probe,
} from '../../protocol/helper/operations.ts';
import type { Json } from '../../protocol/json.ts';
import type { AbortSignalLike } from '../../protocol/rpc/contract.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { createServer, type Server } from '../../protocol/rpc/server.ts';
import { linkedTransports } from '../../protocol/rpc/transport.ts';

import {
  fakeControl,
  fakeElement,
  fakeElements,
  fakeInspect,
  fakeMark,
  fakeMarks,
  fakeWindows,
} from './fake-controls.ts';

const granted = { value: true, detail: '' };

/** What every helper of a `linkedHelpers` works with. Change it at any time. */
export interface FakeDesktop {
  width: number;
  height: number;
  protocolVersion: number;
  probe: Probe;
  idle: { idleMs: number | null; attributed: boolean };
  /** What there is to click. */
  marks: Mark[];
  elements: Element[];
  /** What an action answers; an ordinary success when absent. */
  onAct: ((input: ActInput, call: { id: string; signal: AbortSignalLike }) => Promise<ActOutput> | ActOutput) | null;
  /** Asked before each answer of these operations; a promise that never ends makes the helper silent. */
  beforeHello: () => Promise<void> | void;
  beforeIdle: () => Promise<void> | void;
  beforeControl: () => Promise<void> | void;
}

/** One started helper. */
export interface FakeHelper {
  readonly acts: ActInput[];
  readonly controls: { verb: string; items?: HeldItem[] | undefined }[];
  /** What the sign on the screen was told to say, null for nothing. */
  readonly badges: (Badge | null)[];
  readonly encoded: number[];
  readonly server: Server<HelperContract>;
  /** Null while it runs. */
  exit: HelperExit | null;
  killed: boolean;
  inFlight: string | null;
  /** Leaves by itself, like a crash. */
  crash(code?: number | null, signal?: string | null): void;
  /** Sends raw text as the helper. */
  say(text: string): void;
}

export function createFakeDesktop(width = 1920, height = 1080): FakeDesktop {
  return {
    width,
    height,
    protocolVersion: HELPER_PROTOCOL_VERSION,
    probe: {
      displayServer: 'x11',
      screenCapture: granted,
      inputControl: granted,
      accessibility: granted,
      clipboard: granted,
      idle: granted,
      locked: { value: false, detail: '' },
    },
    idle: { idleMs: 60_000, attributed: true },
    marks: [fakeMark(1, 'Save'), fakeMark(2, 'Open')],
    elements: [fakeElement('e1', 'Save'), fakeElement('e2', 'Open', { at: { x: 200, y: 50 } })],
    onAct: null,
    beforeHello: () => undefined,
    beforeIdle: () => undefined,
    beforeControl: () => undefined,
  };
}

/** A picture as a helper would send it of this desktop, without pixels. */
export function fakePicture(desktop: FakeDesktop, region: Rectangle | null, more: Partial<Picture> = {}): Picture {
  const crop = region ? regionCrop(desktop, region) : fullCrop(desktop);
  if (!crop) throw new Error('The region is outside the display.');
  return {
    mime: 'image/png',
    data: 'iVBORw0KGgo=',
    width: crop.width,
    height: crop.height,
    display: 0,
    facts: { id: 'fake-1', x: 0, y: 0, width: desktop.width, height: desktop.height, scale: 1, rotation: 0 },
    region: region && effectiveRegion(desktop, region),
    scale: crop.k,
    cursor: null,
    thumb: 'thumb',
    ...more,
  };
}

export function fakeReceipt(more: Partial<Receipt> = {}): Receipt {
  const timingsMs = { input: 1, settle: 0, capture: 1, encode: 1 };
  return { dispatch: 'sent', delivery: 'confirmed', effect: 'verified', timingsMs, ...more };
}

function fakeLook(desktop: FakeDesktop, { action, region }: ActInput): Picture {
  if (action.action === 'wait_for_change') return fakePicture(desktop, region, { changed: true });
  const marks = action.action === 'screenshot' && action.marks ? { marks: fakeMarks(desktop.marks) } : {};
  return fakePicture(desktop, region, marks);
}

function fakeReading(desktop: FakeDesktop, { action, region }: ActInput): ReadingResult | null {
  switch (action.action) {
    case 'windows':
      return fakeWindows([{}]);
    case 'elements':
      return fakeElements(desktop, region, desktop.elements);
    case 'inspect':
      return fakeInspect({ role: 'button', name: 'Save' });
    case 'press':
    case 'set_value':
      return fakeControl();
    default:
      return null;
  }
}

/** What a helper that works answers. */
export function fakeSuccess(desktop: FakeDesktop, input: ActInput): ActOutput {
  const { action } = input.action;
  const looks = action === 'screenshot' || action === 'wait_for_change';
  const read = fakeReceipt({ dispatch: 'read', delivery: 'n/a', effect: 'unknown' });
  if (looks) return { picture: fakeLook(desktop, input), receipt: read };
  const reading = fakeReading(desktop, input);
  if (reading || action === 'wait') {
    const receipt = reading?.kind === 'control' ? fakeReceipt({ delivery: 'n/a', method: 'accessibility' }) : read;
    return { picture: null, receipt, ...(reading ? { reading } : {}) };
  }
  const keys = action === 'type' || action === 'paste' || action === 'key';
  const landed =
    'at' in input.action ? { landed: input.action.at } : 'to' in input.action ? { landed: input.action.to } : {};
  const picture = input.check ? fakePicture(desktop, input.check.region, { settled: true }) : null;
  return { picture, receipt: fakeReceipt({ delivery: keys ? 'n/a' : 'confirmed', ...landed }) };
}

/** As a real helper does it: a refusal of what could have sent input says that nothing was sent. */
function withReceipt(error: unknown): unknown {
  if (!(error instanceof RemoteError) || error.data['receipt'] !== undefined || error.code === 'closed') return error;
  const nothing = fakeReceipt({ dispatch: 'not_sent', delivery: 'n/a', effect: 'unknown' });
  const receipt: Json = JSON.parse(JSON.stringify(nothing));
  return new RemoteError(error.code, error.message, { ...error.data, receipt });
}

/** Helpers in this process, over linked transports: the real client code without a process and without a display. */
export function linkedHelpers(desktop: FakeDesktop): { starter: HelperStarter; helpers: FakeHelper[] } {
  const helpers: FakeHelper[] = [];
  return { helpers, starter: { start: () => startFake(desktop, helpers) } };
}

function startFake(desktop: FakeDesktop, helpers: FakeHelper[]): HelperProcess {
  const [near, far] = linkedTransports();
  const number = helpers.length + 1;
  let authority = 1;
  let resolveExit: (exit: HelperExit) => void = () => undefined;
  const exited = new Promise<HelperExit>((resolve) => {
    resolveExit = resolve;
  });
  const leave = (exit: HelperExit) => {
    if (helper.exit) return;
    helper.exit = exit;
    resolveExit(exit);
    far.close('The helper ended.');
  };
  const server = createServer(helperContract, far, {
    async hello() {
      await desktop.beforeHello();
      return {
        protocolVersion: desktop.protocolVersion,
        helperVersion: '9.9.9',
        generation: `generation-${number}`,
        platform: 'linux',
        displayServer: 'x11',
        operations: ['act'],
        capabilities: { marks: true, elements: true, windows: true },
      };
    },
    probe: () => desktop.probe,
    requestPermissions: () => desktop.probe,
    async act(input, call) {
      helper.acts.push(input);
      helper.inFlight = call.id;
      try {
        return await (desktop.onAct ? desktop.onAct(input, call) : fakeSuccess(desktop, input));
      } catch (error) {
        throw input.seq === undefined ? error : withReceipt(error);
      } finally {
        helper.inFlight = null;
      }
    },
    async idle() {
      await desktop.beforeIdle();
      return desktop.idle;
    },
    async control({ verb, items }) {
      helper.controls.push(items ? { verb, items } : { verb });
      await desktop.beforeControl();
      authority += 1;
      return { ok: true, authority, inFlightId: helper.inFlight };
    },
    encode(input) {
      helper.encoded.push(input.data.length);
      return { data: input.data, mime: 'image/png' as const, width: 1, height: 1 };
    },
    badge({ badge }) {
      helper.badges.push(badge);
      return { shown: badge !== null };
    },
    shutdown() {
      setImmediate(() => leave({ code: 0, signal: null }));
      return { ok: true };
    },
  });
  const helper: FakeHelper = {
    acts: [],
    controls: [],
    badges: [],
    encoded: [],
    server,
    exit: null,
    killed: false,
    inFlight: null,
    crash: (code = null, signal = code === null ? 'SIGKILL' : null) => leave({ code, signal }),
    say: (text) => far.send(text),
  };
  helpers.push(helper);
  return {
    pid: 1000 + number,
    transport: near,
    exited,
    complaint: () => '',
    kill() {
      helper.killed = true;
      leave({ code: null, signal: 'SIGKILL' });
    },
  };
}
