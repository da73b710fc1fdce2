import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { attachToHost } from '../../../main/host/attach.ts';
import { findOwner, takeOwnerLock } from '../../../main/host/owner-lock.ts';
import { until, Workshop } from '../../support/host/processes.ts';

const workshop = new Workshop();
afterAll(() => workshop.dispose());

const ownersOf = (home: string) => readdirSync(join(home, 'run')).filter((name) => name.startsWith('owner.'));

describe('one owner per home', () => {
  it('refuses a second app, brings the first to the front, and lets a new one in afterwards', async () => {
    const home = workshop.folder();
    const first = await workshop.startHost(home);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'run', 'host.sock')).mode & 0o777).toBe(0o600);
    const second = await workshop.start(await workshop.hostCommand(home)).ended;
    expect(second.stdout).toBe('refused already_running\n');
    await first.sees('focus');
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect(findOwner(join(home, 'run'))).toBeNull();
    await workshop.startHost(home);
  });

  it('takes a home over from an owner that was killed, with its socket left behind', async () => {
    const home = workshop.folder();
    const first = await workshop.startHost(home);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(join(home, 'run', 'host.sock'))).toBe(true);
    const second = await workshop.startHost(home);
    expect(findOwner(join(home, 'run'))?.pid).toBe(second.pid);
    expect(ownersOf(home)).toHaveLength(1);
    expect(await attachToHost(join(home, 'run', 'host.sock'))).toMatchObject({ hostPid: second.pid, role: 'app' });
  });

  it('ends what the killed owner had started, forked twice or not', async () => {
    const home = workshop.folder();
    const seconds = `304.${process.pid}`;
    const first = await workshop.startHost(home);
    const command = `(setsid -f sleep ${seconds} &); trap '' TERM HUP; sleep ${seconds}`;
    const asking = workshop.cli(home, ['tool', 'shell', JSON.stringify({ command })]);
    const alive = async () =>
      (await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout.match(/\d+/g) ?? [];
    await until(
      async () => (await alive()).length === 2,
      () => 'the command did not start',
    );
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await asking).code).not.toBe(0);
    await workshop.startHost(home);
    expect(await alive()).toEqual([]);
  });

  it('lets the app take over from a host started by the CLI, which finishes in order', async () => {
    const home = workshop.folder();
    const cli = await workshop.startHost(home, 'cli');
    const app = await workshop.startHost(home, 'app');
    expect((await cli.ended).code).toBe(0);
    expect(findOwner(join(home, 'run'))?.pid).toBe(app.pid);
  });

  it('does not take a home where somebody else answers at the socket, and gives the lock back', async () => {
    const home = workshop.folder();
    const host = await workshop.startHost(home);
    host.child.kill('SIGTERM');
    await host.ended;
    const stranger = createServer().listen(join(home, 'run', 'host.sock'));
    try {
      await new Promise((resolve) => stranger.once('listening', resolve));
      const refused = await workshop.start(await workshop.hostCommand(home)).ended;
      expect(refused.stdout).toBe('refused home_in_use\n');
      expect(findOwner(join(home, 'run'))).toBeNull();
    } finally {
      await new Promise((resolve) => stranger.close(resolve));
    }
  });

  it('says why when the home cannot be used', async () => {
    const home = join(workshop.folder(), 'file');
    writeFileSync(home, 'not a folder');
    const refused = await workshop.start(await workshop.hostCommand(home)).ended;
    expect(refused.stdout).toBe('refused home_unusable\n');
  });

  it('has exactly one winner when many start at once over a stale lock', async () => {
    const home = workshop.folder();
    const stale = await workshop.startHost(home);
    stale.child.kill('SIGKILL');
    await stale.ended;
    const command = await workshop.hostCommand(home);
    const racers = Array.from({ length: 6 }, () => workshop.start(command));
    await until(
      () => racers.filter((one) => one.child.exitCode !== null).length === 5,
      () => 'there was not exactly one winner',
    );
    const winners = racers.filter((one) => one.child.exitCode === null);
    expect(winners.map((one) => one.pid)).toEqual([findOwner(join(home, 'run'))?.pid]);
  });
});

describe('a start that fails', () => {
  it('leaves the home free', async () => {
    const home = workshop.folder();
    writeFileSync(join(home, 'config.toml'), 'this is not TOML');
    const refused = await workshop.start(await workshop.hostCommand(home)).ended;
    expect(refused.stdout).toBe('refused invalid_config\n');
    const self = { pid: process.pid, startTicks: '', bootId: '', role: 'cli' as const, appVersion: '', socket: '' };
    const taken = takeOwnerLock(join(home, 'run'), self);
    expect(taken).toMatchObject({ ok: true, tookOver: false });
  });
});
