import { join } from 'node:path';
import { createSystemClock, createSystemIds } from '../../main/host/system-ports.ts';
import { openStore } from '../../main/store/open-store.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import type { PageClient } from './page-client.ts';
import type { BenchRow } from './row.ts';
import { apps, makeHome, startApp } from './started-app.ts';

const MESSAGES = 10_000;
const OPEN_LIMIT_MS = 300;
const FRAME_LIMIT_MS = 50;
const LAST_WORDS = 'the very last words';
const TITLE = 'Ten thousand messages';
/** Frames of the measured scroll, and how far each goes, CSS pixels. */
const FRAMES = 400;
const STEP = 180;

/** From the click on a conversation of 10,000 messages to its last words, and the longest frame of a scroll upwards. */
export async function run(): Promise<BenchRow[]> {
  const home = makeHome();
  const display = await startVirtualDisplay({ width: 1366, height: 768 });
  try {
    fill(join(home.path, 'fermix'));
    const app = await startApp(apps.fermix, home.path, display.env);
    try {
      const openMs = await number(app.page, OPEN);
      const frameMs = await number(app.page, SCROLL);
      return [
        row(openMs, OPEN_LIMIT_MS, 'to its last page'),
        row(frameMs, FRAME_LIMIT_MS, 'for the longest frame of a scroll'),
      ];
    } finally {
      await app.end();
    }
  } finally {
    await display.stop();
    home.remove();
  }
}

function row(value: number, limit: number, what: string): BenchRow {
  const target = `at most ${limit} ms ${what}`;
  return { name: 'conversation_open', value, unit: 'ms', against: null, ratio: null, target, ok: value <= limit };
}

async function number(page: PageClient, expression: string): Promise<number> {
  const { result } = await page.call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
  const value = (result as { value?: unknown } | undefined)?.value;
  if (typeof value !== 'number') throw new Error(`The window measured nothing: ${JSON.stringify(result)}`);
  return value;
}

/** Measured in the page itself: from the click to the frame after the last words are drawn. */
const OPEN = `new Promise((resolve, reject) => {
  const item = [...document.querySelectorAll('nav button')].find((one) => one.textContent.includes('${TITLE}'));
  if (!item) return reject(new Error('no such conversation'));
  const begin = performance.now();
  item.click();
  const look = () => {
    const log = document.querySelector('[role=log]');
    if (log && log.textContent.includes('${LAST_WORDS}')) return requestAnimationFrame(() => resolve(performance.now() - begin));
    if (performance.now() - begin > 60000) return reject(new Error('never shown'));
    requestAnimationFrame(look);
  };
  look();
})`;

const SCROLL = `new Promise((resolve) => {
  const log = document.querySelector('[role=log]');
  let longest = 0;
  let last = performance.now();
  let left = ${FRAMES};
  const step = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    left -= 1;
    if (left === 0) return resolve(longest);
    log.scrollTop -= ${STEP};
    requestAnimationFrame(step);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(step); });
})`;

/** Questions, answers with lists and code, and tool calls, as a long conversation has them. */
function fill(home: string): void {
  const clock = createSystemClock();
  const store = openStore({
    home,
    clock,
    ids: createSystemIds(clock),
    retentionDays: () => 30,
    recordingDays: () => 7,
  });
  const { conversations } = store;
  const at = Date.now();
  conversations.create('conv_long', at);
  conversations.rename('conv_long', TITLE);
  const rows = Array.from({ length: MESSAGES / 2 }, (_, index) => {
    const base = { turnId: `turn_${index}`, at: at + index };
    const isLast = index === MESSAGES / 2 - 1;
    const text = isLast
      ? `Done. These are ${LAST_WORDS}.`
      : `Here is **what I found** in part ${index}:\n\n- one thing\n- another, with \`code\`\n\n\`\`\`sh\nls -la ${index}\n\`\`\`\n`;
    const user = {
      kind: 'user',
      ...base,
      id: `u${index}`,
      text: `Look at part ${index}, please.`,
      status: 'sent',
    } as const;
    const answer = {
      kind: 'assistant',
      ...base,
      id: `a${index}`,
      text,
      reasoning: '',
      status: 'done',
      model: 'bench',
    } as const;
    return [
      { ...user, images: [], files: [], clientId: `c${index}` },
      { ...answer, toolCalls: [], usage: { inputTokens: 900, outputTokens: 80 } },
    ];
  });
  for (let from = 0; from < rows.length; from += 500)
    conversations.saveAll('conv_long', rows.slice(from, from + 500).flat());
  store.close();
}
