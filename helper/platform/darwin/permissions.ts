import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import { newText } from './cf-values.ts';
import type { CoreFoundation } from './core-foundation.ts';
import type { CoreGraphics } from './core-graphics.ts';
import type { HiServices } from './hi-services.ts';

/** A grant is asked for at most this often while events are posted. */
const FRESH_MS = 500;

type Calls = Pick<CoreGraphics, 'CGPreflightScreenCaptureAccess' | 'CGRequestScreenCaptureAccess'> &
  Pick<HiServices, 'AXIsProcessTrusted' | 'AXIsProcessTrustedWithOptions'> &
  Pick<CoreFoundation, 'CFRelease' | 'CFStringCreateWithCharacters' | 'dictionaryOf' | 'boolean'>;

/** The two grants of macOS. Nothing but `request` ever raises a prompt. */
export class Permissions {
  readonly #calls: Calls;
  readonly #now: () => number;
  #trusted: { value: boolean; at: number } | null = null;

  constructor(calls: Calls, now: () => number) {
    this.#calls = calls;
    this.#now = now;
  }

  get canCapture(): boolean {
    return this.#calls.CGPreflightScreenCaptureAccess() !== 0;
  }

  get canPost(): boolean {
    return this.#calls.AXIsProcessTrusted() !== 0;
  }

  /** Throws `capture_permission_missing`; macOS would give pictures without windows. */
  requireCapture(): void {
    if (this.canCapture) return;
    throw new RemoteError(
      'capture_permission_missing',
      'macOS does not let Fermix see the screen. Allow it in System Settings > Privacy & Security > Screen Recording.',
      { pane: 'Screen Recording' },
    );
  }

  /** Throws `input_permission_missing`: without the grant macOS drops events silently while the pointer still moves. */
  requireInput(): void {
    const now = this.#now();
    if (!this.#trusted || now - this.#trusted.at > FRESH_MS) this.#trusted = { value: this.canPost, at: now };
    if (this.#trusted.value) return;
    throw new RemoteError(
      'input_permission_missing',
      'macOS drops Fermix’s clicks and keys. Allow it in System Settings > Privacy & Security > Accessibility.',
      { pane: 'Accessibility' },
    );
  }

  /** Raises the system's two prompts; only after a click of the owner. */
  request(): void {
    this.#trusted = null;
    if (!this.canCapture) this.#calls.CGRequestScreenCaptureAccess();
    if (this.canPost) return;
    const key = newText(this.#calls, 'AXTrustedCheckOptionPrompt');
    const options = this.#calls.dictionaryOf([[key, this.#calls.boolean(true)]]);
    if (options) {
      this.#calls.AXIsProcessTrustedWithOptions(options);
      this.#calls.CFRelease(options);
    }
    this.#calls.CFRelease(key);
  }
}
