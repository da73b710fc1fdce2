import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { socketPath } from '../../../../main/host/socket-path.ts';
import { createSystemClock, createSystemIds } from '../../../../main/host/system-ports.ts';

describe('the path of the local socket', () => {
  const env = {};
  it('is in the home when it fits', () => {
    expect(socketPath({ home: '/home/ann/.fermix', env, platform: 'linux' })).toBe('/home/ann/.fermix/run/host.sock');
  });

  it('moves to the runtime folder when the home is too deep, and differs by home', () => {
    const runtime = mkdtempSync(join(tmpdir(), 'fermix-runtime-'));
    try {
      const deep = (name: string) =>
        socketPath({ home: `/home/${'x'.repeat(100)}/${name}`, env: { XDG_RUNTIME_DIR: runtime }, platform: 'linux' });
      expect(deep('a')).toMatch(new RegExp(`^${runtime}/fermix/[0-9a-f]{24}\\.sock$`));
      expect(deep('a')).not.toBe(deep('b'));
      expect(statSync(join(runtime, 'fermix')).mode & 0o777).toBe(0o700);
    } finally {
      rmSync(runtime, { recursive: true, force: true });
    }
  });

  it('is a named pipe on Windows', () => {
    expect(socketPath({ home: 'C:\\Users\\ann\\.fermix', env, platform: 'win32' })).toMatch(
      /^\\\\\.\\pipe\\fermix-[0-9a-f]{24}$/,
    );
  });
});

describe('ids', () => {
  it('sort by creation, carry their prefix once and never repeat', () => {
    let now = 1_900_000_000_000;
    const ids = createSystemIds({ ...createSystemClock(), now: () => now++ });
    const made = Array.from({ length: 1_000 }, (_, index) => ids.next(index % 2 ? 'msg' : 'msg_'));
    expect(new Set(made).size).toBe(1_000);
    expect([...made].sort()).toEqual(made);
    expect(made[0]).toMatch(/^msg_[0-9a-z]{19}$/);
    expect(ids.secret(10)).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  });
});

describe('the clock', () => {
  it('rejects a sleep with the reason of its signal', async () => {
    const controller = new AbortController();
    const sleeping = createSystemClock().sleep(60_000, controller.signal);
    const reason = new Error('stopped');
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });
});
