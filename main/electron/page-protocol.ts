import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';

/** The page's own scheme: unlike file:, it has an origin, carries headers and reaches one folder alone. */
export const PAGE_ORIGIN = 'fermix://window';
export const PAGE_ADDRESS = `${PAGE_ORIGIN}/index.html`;

export const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'fermix', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page. `folder` is its absolute path; nothing outside it can be named. */
export function servePage(folder: string): void {
  protocol.handle('fermix', async (request) => {
    const path = pagePath(folder, request.url);
    const type = path === null ? undefined : types[extname(path)];
    if (path === null || type === undefined) {
      return new Response(null, { status: 404 });
    }
    try {
      const body = new Uint8Array(await readFile(path));
      const headers = {
        'content-type': type,
        'content-security-policy': CONTENT_POLICY,
        'x-content-type-options': 'nosniff',
      };
      return new Response(body, { headers });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

function pagePath(folder: string, address: string): string | null {
  const { host, pathname } = new URL(address);
  if (host !== 'window') return null;
  try {
    const path = normalize(join(folder, decodeURIComponent(pathname)));
    return path.startsWith(folder + sep) && !path.includes('\0') ? path : null;
  } catch {
    return null;
  }
}
