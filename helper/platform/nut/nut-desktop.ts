import type {
  ChangeWatch,
  Desktop,
  DesktopWindow,
  DisplayFacts,
  Frame,
  Point,
  Probe,
  WindowOwner,
  WindowsPort,
} from '../../desktop.ts';
import { decodeToFrame } from '../sharp-codec.ts';
import { type Libnut, loadNut, loadNutClipboard } from './libnut.ts';
import { NutClipboard } from './nut-clipboard.ts';
import { NutInput } from './nut-input.ts';

const POLL_MS = 250;
const APP_TITLE = 'Fermix';

/**
 * The primary display through nut-js (input) and screenshot-desktop (capture), for macOS and Windows. Written against
 * their documented interfaces and not yet run on hardware.
 */
export class NutDesktop implements Desktop {
  readonly displayServer: 'quartz' | 'windows';
  readonly input: NutInput;
  readonly clipboard = new NutClipboard(loadNutClipboard);
  readonly windows: WindowsPort;
  readonly accessibility = null;
  /** The app shows a window of its own there, which the system keeps out of pictures. */
  readonly badge = null;
  readonly #libnut: Libnut;
  readonly #screenshot: (options: { format: 'png' }) => Promise<Buffer>;
  #facts: DisplayFacts | null = null;

  constructor(platform: 'darwin' | 'win32') {
    const { libnut, screenshot } = loadNut(platform);
    this.#libnut = libnut;
    this.#screenshot = screenshot;
    this.displayServer = platform === 'darwin' ? 'quartz' : 'windows';
    this.input = new NutInput(libnut, platform);
    this.windows = new TitledWindows(libnut);
  }

  /** Device pixels are measured from a real capture, never assumed. */
  async measure(): Promise<void> {
    const { width, height } = this.#libnut.getScreenSize();
    const frame = await this.#capture();
    const scale = frame.width / width;
    this.#facts = { id: 'primary', x: 0, y: 0, width: frame.width, height: frame.height, scale, rotation: 0 };
    if (Math.abs(frame.height - height * scale) > 1) this.#facts = null;
  }

  displays(): DisplayFacts[] {
    return this.#facts ? [this.#facts] : [];
  }

  async responsive(): Promise<void> {}

  grab(): Promise<Frame> {
    return this.#capture();
  }

  watchChanges(): ChangeWatch {
    return {
      next: (ms, signal) =>
        new Promise((resolve) => {
          const finish = () => {
            clearTimeout(timer);
            resolve(true);
          };
          const timer = setTimeout(finish, Math.min(ms, POLL_MS));
          signal.addEventListener('abort', finish, { once: true });
        }),
      close: () => undefined,
    };
  }

  hearPerson(): void {}

  idle(): { idleMs: number | null; attributed: boolean } {
    return { idleMs: null, attributed: false };
  }

  async isLocked(): Promise<boolean | null> {
    return null;
  }

  async probe(): Promise<Probe> {
    const unknown = { value: null, detail: 'Not told by this back end.' };
    const canSee = this.#facts !== null;
    return {
      displayServer: this.displayServer,
      screenCapture: { value: canSee, detail: canSee ? 'The primary display.' : 'The screen could not be measured.' },
      inputControl: unknown,
      accessibility: unknown,
      clipboard: { value: true, detail: 'Text only.' },
      idle: { value: false, detail: 'Not told by this back end.' },
      locked: unknown,
    };
  }

  requestPermissions(): Promise<Probe> {
    return this.probe();
  }

  async close(): Promise<void> {}

  async #capture(): Promise<Frame> {
    return decodeToFrame(await this.#screenshot({ format: 'png' }));
  }
}

/** The app's own windows by their title, since this layer knows no process ids. */
class TitledWindows implements WindowsPort {
  readonly #libnut: Libnut;

  constructor(libnut: Libnut) {
    this.#libnut = libnut;
  }

  list(): DesktopWindow[] {
    return [];
  }

  at(point: Point): WindowOwner | null {
    const isOwn = this.#libnut.getWindows().some((handle) => this.#contains(handle, point) && this.#isOwn(handle));
    return isOwn ? { pid: process.ppid, classes: [] } : null;
  }

  focused(): WindowOwner | null {
    return { pid: this.#isOwn(this.#libnut.getActiveWindow()) ? process.ppid : null, classes: [] };
  }

  #contains(handle: number, point: Point): boolean {
    const { x, y, width, height } = this.#libnut.getWindowRect(handle);
    return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
  }

  #isOwn(handle: number): boolean {
    return this.#libnut.getWindowTitle(handle).startsWith(APP_TITLE);
  }
}
