import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdsMarker, openChildMarker } from '../../../../main/host/child-marker.ts';
import { createPeerChallenge } from '../../../../main/host/peer-challenge.ts';
import { readAncestry, readProcess } from '../../../../main/host/process-facts.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fermix-facts-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('process facts', () => {
  it('knows this process and its parents up to the first', () => {
    const chain = readAncestry(process.pid);
    expect(chain?.[0]).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect(chain?.at(-1)?.parent).toBe(0);
  });

  it('says nothing of a process that is not there', () => {
    expect(readProcess(999_999_999)).toBeNull();
    expect(readAncestry(999_999_999)).toBeNull();
  });

  it('is not misled by a program whose name looks like the fields', async () => {
    const program = join(directory, 'a) S 1 (b');
    symlinkSync('/bin/sleep', program);
    const child = spawn(program, ['60']);
    try {
      expect(readProcess(child.pid ?? 0)).toMatchObject({ parent: process.pid, terminal: false });
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('the marker of children', () => {
  it('is found in a child that got it, also after the file was deleted, and in no other', async () => {
    const marker = openChildMarker(directory);
    const marked = spawn('/bin/sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', marker.fd] });
    const plain = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
    try {
      await Promise.all([marked, plain].map((child) => new Promise((resolve) => child.once('spawn', resolve))));
      expect(holdsMarker(marked.pid ?? 0)).toBe(true);
      expect(holdsMarker(plain.pid ?? 0)).toBe(false);
      rmSync(directory, { recursive: true, force: true });
      expect(holdsMarker(marked.pid ?? 0)).toBe(true);
    } finally {
      marked.kill('SIGKILL');
      plain.kill('SIGKILL');
      marker.close();
    }
  });
});

describe('the proof of a pid', () => {
  it('holds only for the process that has the file open', () => {
    const challenge = createPeerChallenge(directory);
    expect(challenge.isHeldBy(process.pid)).toBe(false);
    openSync(challenge.path, 'r');
    expect(challenge.isHeldBy(process.pid)).toBe(true);
    expect(challenge.isHeldBy(process.ppid)).toBe(false);
    challenge.close();
    expect(challenge.isHeldBy(process.pid)).toBe(true);
  });
});
