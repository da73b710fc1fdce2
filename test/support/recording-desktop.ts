import type {
  ChangeWatch,
  ClipboardContent,
  ClipboardPort,
  Desktop,
  DisplayFacts,
  Frame,
  HeldItem,
  InputPort,
  Modifier,
  PasteOffer,
  Point,
  Probe,
  Stroke,
  WindowOwner,
} from '../../helper/desktop.ts';

const SCREEN: DisplayFacts = { id: 'one', x: 0, y: 0, width: 400, height: 300, scale: 1, rotation: 0 };
const MODIFIER_CODES: Record<Modifier, number> = { cmd: 133, ctrl: 37, alt: 64, shift: 50 };

/**
 * A desktop in memory that records every call. The call with the number `failAt` (from 0) throws, once; what is down and
 * what is on the clipboard can be read at any time.
 */
export class RecordingDesktop implements Desktop {
  readonly displayServer = 'x11';
  readonly calls: string[] = [];
  readonly down = new Set<string>();
  clipboardText = 'what was there';
  at: Point = { x: 0, y: 0 };
  failAt = -1;
  /** Where the pointer goes instead of where it is told to. */
  stuckAt: Point | null = null;
  heldElsewhere: string[] = [];
  owner: WindowOwner | null = null;
  idleTime: { idleMs: number | null; attributed: boolean } = { idleMs: null, attributed: false };
  /** Called when an action asks whether the person has begun. */
  onHear: () => void = () => undefined;
  /** Called before each recorded call. */
  onCall: (call: string) => void = () => undefined;

  #record(call: string): void {
    this.onCall(call);
    this.calls.push(call);
    if (this.calls.length - 1 === this.failAt) throw new Error(`injected at ${call}`);
  }

  displays(): DisplayFacts[] {
    return [SCREEN];
  }

  async responsive(): Promise<void> {}

  async grab(): Promise<Frame> {
    return { width: SCREEN.width, height: SCREEN.height, pixels: new Uint32Array(SCREEN.width * SCREEN.height) };
  }

  readonly input: InputPort = {
    movePointer: (point) => {
      this.#record(`move ${point.x},${point.y}`);
      this.at = this.stuckAt ?? point;
    },
    pointer: () => this.at,
    post: (item, isDown) => {
      const name = `${item.kind} ${item.code}`;
      // The press goes through before it fails: the worst case for whoever has to clean up.
      if (isDown) this.down.add(name);
      this.#record(`${isDown ? 'press' : 'release'} ${name}`);
      if (!isDown) this.down.delete(name);
    },
    button: (number) => ({ kind: 'button', code: number, name: `button ${number}` }),
    modifier: (name) => ({ kind: 'key', code: MODIFIER_CODES[name], name }),
    keyStroke: async (key) => strokeOf(key),
    textStrokes: async (characters) => characters.map(strokeOf),
    textRoom: () => ({ fits: () => true, spare: 5 }),
    withoutCapsLock: (task) => task(),
    heldByOthers: () => this.heldElsewhere,
    flush: () => this.#record('flush'),
  };

  readonly clipboard: ClipboardPort = {
    save: async () => {
      this.#record('save');
      return { lost: [], size: this.clipboardText.length, text: this.clipboardText } as ClipboardContent;
    },
    offer: async (text) => {
      this.#record('offer');
      this.clipboardText = text;
      const offer: PasteOffer = {
        arm: () => this.#record('arm'),
        servedSince: () => 100,
        restore: async (content) => {
          this.calls.push('restore');
          this.clipboardText = (content as ClipboardContent & { text: string }).text;
          return null;
        },
      };
      return offer;
    },
  };

  readonly accessibility = null;
  readonly windows = { list: () => [], at: () => this.owner, focused: () => this.owner };

  watchChanges(): ChangeWatch {
    return { next: async () => false, close: () => undefined };
  }

  readonly badge = null;

  hearPerson(): void {
    this.onHear();
  }

  idle(): { idleMs: number | null; attributed: boolean } {
    return this.idleTime;
  }

  async isLocked(): Promise<boolean | null> {
    return false;
  }

  async probe(): Promise<Probe> {
    const unknown = { value: null, detail: '' };
    return {
      displayServer: 'x11',
      screenCapture: unknown,
      inputControl: unknown,
      accessibility: unknown,
      clipboard: unknown,
      idle: unknown,
      locked: unknown,
    };
  }

  requestPermissions(): Promise<Probe> {
    return this.probe();
  }

  async close(): Promise<void> {}
}

/** Capitals need Shift, as on a real keyboard. */
function strokeOf(character: string): Stroke {
  const key: HeldItem = { kind: 'key', code: 1000 + (character.codePointAt(0) ?? 0), name: character };
  const shift: HeldItem = { kind: 'key', code: MODIFIER_CODES.shift, name: 'shift' };
  return { key, modifiers: /[A-Z]/.test(character) ? [shift] : [] };
}
