import { isIP } from 'node:net';
import type { ProviderKind } from '../../config/providers.ts';
import { isLoopbackName, isPrivateAddress } from './private-address.ts';

/** Names that only a home or office network knows. What they resolve to is checked again when connecting. */
const LOCAL_NAME = /^[^.]+$|\.(?:local|lan|home|internal|home\.arpa)$/;

/**
 * A server address as it may be used, without a slash at the end, or the sentence that says why not. A key must never
 * travel over plain http to a public host.
 */
export function checkBaseUrl(
  text: string,
  kind: ProviderKind,
): { ok: true; url: string } | { ok: false; message: string } {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return refuse('The server address must start with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('The server address must not contain a user name or password. Enter the key in its own field.');
  }
  if (url.search !== '' || url.hash !== '') return refuse('The server address must not contain "?" or "#".');
  if (url.protocol === 'http:' && !isLocal(url.hostname)) {
    return refuse('Plain http is only allowed for servers on this computer or the local network. Use https://.');
  }
  return { ok: true, url: completePath(url, kind) };
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

function isLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? isLoopbackName(host) || LOCAL_NAME.test(host) : isPrivateAddress(host);
}

/** Anthropic's client adds `/v1` itself; the others expect a version in the address, and people leave it out. */
function completePath(url: URL, kind: ProviderKind): string {
  const path = url.pathname.replace(/\/+$/, '');
  if (kind === 'anthropic') return url.origin + path.replace(/\/v1$/, '');
  return url.origin + (path === '' ? DEFAULT_PATHS[kind] : path);
}

const DEFAULT_PATHS: Record<Exclude<ProviderKind, 'anthropic'>, string> = {
  openai: '/v1',
  google: '/v1beta',
  compatible: '/v1',
};
