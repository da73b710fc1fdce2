import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 5;
const LIMIT_MS = 60_000;

/** A page of a started Electron, reached through its debugging port. */
export interface PageClient {
  call(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The value of an expression in the page; undefined when it throws. */
  evaluate(expression: string): Promise<unknown>;
  close(): void;
}

/** Waits for the first page of the Electron that was started with this profile and `--remote-debugging-port=0`. */
export async function connectToPage(profile: string): Promise<PageClient> {
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    const address = await findPage(join(profile, 'DevToolsActivePort'));
    if (address !== null) return openClient(address);
    await delay(POLL_MS);
  }
  throw new Error('No page appeared within a minute.');
}

async function findPage(portFile: string): Promise<string | null> {
  if (!existsSync(portFile)) return null;
  const port = readFileSync(portFile, 'utf8').split('\n')[0];
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[];
    return targets.find((target) => target.type === 'page')?.webSocketDebuggerUrl ?? null;
  } catch {
    return null;
  }
}

async function openClient(address: string): Promise<PageClient> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
    if (message.id === undefined) return;
    waiting.get(message.id)?.(message.result ?? {});
    waiting.delete(message.id);
  });
  const call: PageClient['call'] = (method, params = {}) => {
    last += 1;
    const id = last;
    const result = new Promise<Record<string, unknown>>((resolve) => {
      waiting.set(id, resolve);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return result;
  };
  return {
    call,
    async evaluate(expression) {
      const { result } = await call('Runtime.evaluate', { expression, returnByValue: true });
      return (result as { value?: unknown } | undefined)?.value;
    },
    close: () => socket.close(),
  };
}

/** Resolves when text typed into the page arrives in its text field: the one that has the focus, else the first. */
export async function waitUntilItTakesTyping(page: PageClient): Promise<void> {
  const field = "document.activeElement?.matches('textarea, input, [contenteditable=true]') === true";
  const text = "(document.activeElement.value ?? document.activeElement.textContent ?? '')";
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    if ((await page.evaluate(field)) === true) {
      await page.call('Input.insertText', { text: 'x' });
      if ((await page.evaluate(`${field} && ${text}.includes('x')`)) === true) return;
    } else {
      await page.evaluate("document.querySelector('textarea, [contenteditable=true]')?.focus()");
    }
    await delay(POLL_MS);
  }
  throw new Error('The window took no typing within a minute.');
}

/** Takes out again what was typed to see the window ready, so that it is as a person finds it. */
export async function clearField(page: PageClient): Promise<void> {
  const key = { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 };
  await page.evaluate('document.activeElement?.select()');
  await page.call('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await page.call('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}
