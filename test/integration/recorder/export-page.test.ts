import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportRecording } from '../../../main/computer/recorder/export-recording.ts';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import { openStore, type Store } from '../../../main/store/open-store.ts';
import { recordedStep } from '../../support/sample-recording.ts';
import { actionReport } from '../../support/window-fixture/sample-data.ts';

/** What a window may call itself. Each would set a flag on the page if any of it were run. */
const HOSTILE = [
  '<script>window.ran=1</script>',
  '"><img src=x onerror="window.ran=1">',
  "' onmouseover='window.ran=1' x='",
  '</style></title></bdi><script>window.ran=1</script>',
  '<svg/onload=window.ran=1>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<base href="https://example.org/"><meta http-equiv=refresh content="0;url=https://example.org">',
  'javascript:window.ran=1',
  '\u202Eevil\u0000\u2028<b>bold</b>',
];

let folder = '';
let store: Store;
let browser: Browser;
let page: Page;
const requests: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fermix-export-'));
  const clock = createSystemClock();
  const ids = createSystemIds(clock);
  store = openStore({ home: join(folder, 'home'), clock, ids, retentionDays: () => 30, recordingDays: () => 7 });
  store.conversations.create('c1', clock.now());
  store.conversations.rename('c1', HOSTILE[0] ?? '');
  store.recordings.begin({ id: 'cua_1', conversationId: 'c1', at: clock.now() });
  const data = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  for (const [index, text] of HOSTILE.entries()) {
    const image = await store.recordings.putPicture('cua_1', {
      data,
      mime: 'image/png',
      width: 400,
      height: 200,
      alt: text,
    });
    store.recordings.saveStep(
      'cua_1',
      recordedStep(index + 1, {
        title: `Clicked ${text}`,
        action: text,
        reason: text,
        code: text,
        outcome: index % 2 === 0 ? 'performed' : 'refused',
        parameters: { [text]: text },
        report: actionReport({ window: { app: text, title: text }, target: { role: text, name: text, by: 'mark' } }),
        after: image && { image, role: 'after', point: { x: 100, y: 50 } },
      }),
    );
  }
  await exportRecording(store.recordings, 'cua_1', join(folder, 'out'));
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(join(folder, 'out', 'index.html')).href);
});

afterAll(async () => {
  await browser?.close();
  store?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('no text of the screen runs, becomes an element or leads anywhere', async () => {
  await page.mouse.move(400, 400);
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    elements: document.querySelectorAll('script, svg, iframe, base, object, embed, form, link, b').length,
    handlers: [...document.querySelectorAll('*')].filter((one) =>
      [...one.attributes].some((attribute) => attribute.name.startsWith('on')),
    ).length,
    links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
    pictures: [...document.images].map((picture) => picture.getAttribute('src') ?? ''),
  }));
  expect(found).toMatchObject({ ran: false, elements: 0, handlers: 0 });
  for (const address of [...found.links, ...found.pictures]) expect(address).toMatch(/^pictures\/\d{4}\.png$/);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the texts are there, word for word', async () => {
  const headings = await page.locator('h2').allInnerTexts();
  expect(headings).toHaveLength(HOSTILE.length);
  expect(headings[0]).toContain(`Clicked ${HOSTILE[0]}`);
  expect(headings[1]).toContain(HOSTILE[1]);
  expect(await page.locator('h1').textContent()).toBe(HOSTILE[0]);
});

test('every picture is shown offline, with the mark where the action landed', async () => {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager';
  });
  await page.waitForFunction(() => [...document.images].every((picture) => picture.complete));
  expect(await page.evaluate(() => [...document.images].map((picture) => picture.naturalWidth))).toEqual(
    HOSTILE.map(() => 400),
  );
  const place = await page.evaluate(() => {
    const frame = document.querySelector('.frame img')?.getBoundingClientRect();
    const mark = document.querySelector('.landing')?.getBoundingClientRect();
    if (!frame || !mark) return null;
    const middle = { x: mark.left + mark.width / 2 - frame.left, y: mark.top + mark.height / 2 - frame.top };
    return { x: (middle.x / frame.width) * 400, y: (middle.y / frame.height) * 200 };
  });
  expect(Math.abs((place?.x ?? 0) - 100)).toBeLessThan(2);
  expect(Math.abs((place?.y ?? 0) - 50)).toBeLessThan(2);
});
