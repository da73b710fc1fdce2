import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkBaseUrl } from '../../../../main/models/network/base-url.ts';
import { createGuardedFetch } from '../../../../main/models/network/guarded-fetch.ts';
import { isPrivateAddress } from '../../../../main/models/network/private-address.ts';
import { discoverServers } from '../../../../main/models/servers/discover-servers.ts';
import { createScriptedModel } from '../../../support/scripted-model.ts';

describe('a server address', () => {
  it.each([
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['https://api.example.com', 'https://api.example.com/v1'],
    [' http://localhost:11434 ', 'http://localhost:11434/v1'],
    ['http://127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['http://192.168.1.5:8000/openai', 'http://192.168.1.5:8000/openai'],
    ['http://nas:11434/v1', 'http://nas:11434/v1'],
    ['http://box.local:11434/v1', 'http://box.local:11434/v1'],
  ])('%s is used as %s', (text, url) => {
    expect(checkBaseUrl(text, 'compatible')).toEqual({ ok: true, url });
  });

  it.each(['https://proxy.example.com/v1', 'https://proxy.example.com/'])('%s loses its /v1 for Anthropic', (text) => {
    expect(checkBaseUrl(text, 'anthropic')).toEqual({ ok: true, url: 'https://proxy.example.com' });
  });

  it.each([
    'http://api.example.com/v1',
    'http://8.8.8.8/v1',
    'http://[2001:4860:4860::8888]/v1',
    'http://2130706433.example.com',
    'https://user:pass@example.com/v1',
    'https://example.com/v1?key=1',
    'https://example.com/v1#x',
    'ftp://localhost/v1',
    'file:///etc/passwd',
    'localhost:11434',
    '',
  ])('%j is refused', (text) => {
    expect(checkBaseUrl(text, 'compatible')).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });
});

describe('private addresses', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '[::1]',
  ])('%s is one', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:db8::1', '::ffff:8.8.8.8', '0.0.0.0', 'localhost', ''])(
    '%j is none',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('the guarded fetch', () => {
  it('does not follow a redirect, so that a key stays where it was sent', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { fetch, close } = createGuardedFetch();
    onTestFinished(async () => {
      await close();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://localhost:${port}/here`, { headers: { 'x-api-key': 'k' } });
    expect(response.status).toBe(307);
    expect(seen).toEqual(['/here']);
  });

  it.each(['file:///etc/hostname', 'data:text/plain,x', 'ftp://localhost/'])('refuses %s', async (url) => {
    const { fetch, close } = createGuardedFetch();
    onTestFinished(close);
    await expect(fetch(url)).rejects.toThrow(TypeError);
  });
});

describe('servers on this computer', () => {
  it('are found by asking their ports, and silence is no answer', async () => {
    const found = await createScriptedModel({ format: 'chat-completions', script: [], models: ['a', 'b'] });
    const other = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    );
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { fetch, close } = createGuardedFetch();
    onTestFinished(async () => {
      await close();
      await found.close();
      other.close();
    });
    const ports = [
      ['Mine', found.port],
      ['A web page', (other.address() as AddressInfo).port],
      ['Nobody', 9],
    ] as const;
    expect(await discoverServers(fetch, ports)).toEqual([
      { name: 'Mine', baseUrl: `http://127.0.0.1:${found.port}/v1`, models: ['a', 'b'] },
    ]);
  });
});
