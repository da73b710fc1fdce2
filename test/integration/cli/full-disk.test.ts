import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CLI_MAIN, Workshop } from '../../support/host/processes.ts';

const workshop = new Workshop();
afterAll(() => workshop.dispose());

/** A small disk of our own needs a name space for mounts, which some containers do not give. */
const mount = (folder: string, script: string) => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=4m tmpfs '${folder}' || exit 99; ${script}`,
];
const probe = mount('/mnt', 'exit 0');
const canMount = spawnSync(probe[0] ?? '', probe.slice(1)).status === 0;

const ANSWER = /^\{"conversationId":".*","text":".*","toolCalls":\[.*\]\}$/m;

describe.skipIf(!canMount)('a disk that is full', () => {
  /** Runs commands one after the other on one small disk; `fermix` and `$disk` are there for them. */
  async function onSmallDisk(script: string) {
    const disk = workshop.folder();
    const fermix = `'${process.execPath}' '${CLI_MAIN}' --home '${join(disk, 'home')}'`;
    return workshop.start(mount(disk, `disk='${disk}'; fermix() { ${fermix} "$@"; }; ${script}`)).ended;
  }
  const fill = 'dd if=/dev/zero of=$disk/fill bs=4k 2>/dev/null';

  it('is named by every verb that needs a host, and by the doctor', async () => {
    const start = await onSmallDisk(`fermix ask help >/dev/null; ${fill}; fermix tools --json`);
    expect(start).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/^home_unusable: .*disk is full/),
    });
    const doctor = await onSmallDisk(`fermix ask help >/dev/null; ${fill}; fermix doctor`);
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail {2}home .*is full/m) });
  });

  it('ends a turn with what there is as JSON, and the reason on standard error', async () => {
    const done = await onSmallDisk(`fermix ask --json "run ${fill}"`);
    expect(done).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(ANSWER),
      stderr: expect.stringMatching(/^disk_full: /m),
    });
    expect(JSON.parse(done.stdout)).toMatchObject({ toolCalls: [{ name: 'shell' }] });
    expect(done.stderr).not.toContain('ENOSPC');
  });

  it('gives the home back all the same', async () => {
    const end = 'rm "$disk/fill"; cat "$disk"/home/run/owner.*';
    const done = await onSmallDisk(`fermix ask "run ${fill}" >/dev/null 2>&1; ${end}`);
    expect(done.stdout).toContain('"held":false');
  });
});
