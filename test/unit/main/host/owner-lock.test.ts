import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOwner, type OwnerLock, takeOwnerLock } from '../../../../main/host/owner-lock.ts';
import { bootId, readProcess } from '../../../../main/host/process-facts.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fermix-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function self(pid = process.pid, startTicks = readProcess(process.pid)?.startTicks ?? '') {
  return { pid, startTicks, bootId: bootId(), role: 'cli' as const, appVersion: '1.0.0', socket: '/tmp/none.sock' };
}

function take(record = self()): OwnerLock {
  const result = takeOwnerLock(directory, record);
  if (!result.ok) throw new Error('the lock was taken');
  return result.lock;
}

describe('the lock of a home', () => {
  it('has one owner at a time and can be taken again after a release', () => {
    const lock = take();
    expect(takeOwnerLock(directory, self())).toMatchObject({ ok: false, owner: { pid: process.pid } });
    expect(findOwner(directory)).toMatchObject({ pid: process.pid, appVersion: '1.0.0' });
    lock.release();
    lock.release();
    expect(findOwner(directory)).toBeNull();
    take();
  });

  it('takes over from a process that is gone, and from another one that has got its pid', () => {
    take(self(999_999_999, '1'));
    expect(takeOwnerLock(directory, self(process.pid, 'not our start'))).toMatchObject({ ok: true, tookOver: true });
    expect(takeOwnerLock(directory, self())).toMatchObject({ ok: true, tookOver: true });
    expect(takeOwnerLock(directory, self())).toMatchObject({ ok: false });
  });

  it('takes over from an owner of an earlier boot', () => {
    take({ ...self(), bootId: 'an earlier boot' });
    expect(takeOwnerLock(directory, self())).toMatchObject({ ok: true, tookOver: true });
  });

  it('takes over a lock file that was cut short', () => {
    writeFileSync(join(directory, 'owner.7'), '{"pid":');
    expect(takeOwnerLock(directory, self())).toMatchObject({ ok: true });
    expect(readdirSync(directory)).toEqual(['owner.8']);
  });

  it('never uses a number twice, so that a slow rival cannot take an old one', () => {
    take().release();
    take().release();
    take();
    expect(readdirSync(directory)).toEqual(['owner.3']);
  });
});
