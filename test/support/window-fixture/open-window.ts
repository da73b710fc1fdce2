import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build as bundle } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { ScenarioName } from './scenario.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export interface WindowOptions {
  scenario: ScenarioName;
  width: number;
  height: number;
  colorScheme?: 'light' | 'dark';
  /** What the window kept from an earlier start. */
  keep?: Record<string, string>;
}

export interface OpenedWindow {
  page: Page;
  /** Anything the page complained of: uncaught faults, console errors, violations of the content policy. */
  complaints: string[];
}

export interface WindowFixture {
  open(options: WindowOptions): Promise<OpenedWindow>;
  close(): Promise<void>;
}

/** The built window in a real browser, with a fake host in the page. */
export async function startWindowFixture(): Promise<WindowFixture> {
  const outDir = join(ROOT, '.cache/window-fixture');
  await build({
    root: join(ROOT, 'renderer'),
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    build: { outDir, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0 },
  });
  const fake = await bundle({
    entryPoints: [join(ROOT, 'test/support/window-fixture/fake-bridge.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome130',
  });
  const bridge = fake.outputFiles[0]?.text ?? '';
  const server = await serve(outDir);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  return {
    open: (options) => open(browser, address(server), bridge, options),
    async close() {
      await browser.close();
      await new Promise((done) => server.close(done));
    },
  };
}

async function open(browser: Browser, url: string, bridge: string, options: WindowOptions): Promise<OpenedWindow> {
  const context = await browser.newContext({
    viewport: { width: options.width, height: options.height },
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`fault: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  await page.addInitScript(
    ({ scenario, keep }) => {
      window.fakeScenario = scenario;
      for (const [key, value] of Object.entries(keep)) window.localStorage.setItem(key, value);
    },
    { scenario: options.scenario, keep: options.keep ?? {} },
  );
  await page.addInitScript(bridge);
  await page.goto(url);
  return { page, complaints };
}

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://window').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (data) => {
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
        response.end(data);
      },
      () => {
        response.writeHead(404);
        response.end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

function address(server: Server): string {
  const where = server.address();
  if (where === null || typeof where === 'string') throw new Error('the fixture has no port');
  return `http://127.0.0.1:${where.port}/`;
}
