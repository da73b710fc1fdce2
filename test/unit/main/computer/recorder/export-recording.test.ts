import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportRecording } from '../../../../../main/computer/recorder/export-recording.ts';
import { chooseDriver } from '../../../../../main/store/choose-driver.ts';
import { recordedStep } from '../../../../support/sample-recording.ts';
import { NOON, openAt, temporaryFolder } from '../../store/open-temporary-store.ts';

const PNG = { data: new Uint8Array([1, 2, 3]), mime: 'image/png', width: 4, height: 3 } as const;

async function sample() {
  const { recordings } = openAt(temporaryFolder(), chooseDriver());
  recordings.begin({ id: 'cua_1', conversationId: 'c', at: NOON });
  const image = await recordings.putPicture('cua_1', PNG);
  if (!image) throw new Error('no picture');
  recordings.saveStep('cua_1', recordedStep(1, { after: { image, role: 'after' } }));
  recordings.saveStep('cua_1', recordedStep(2, { before: { image, role: 'before' } }));
  return recordings;
}

test('a folder with one page and each picture once, private to the user', async () => {
  const recordings = await sample();
  const folder = join(temporaryFolder(), 'out');
  await exportRecording(recordings, 'cua_1', folder);
  expect(readdirSync(folder).sort()).toEqual(['index.html', 'pictures']);
  expect(readdirSync(join(folder, 'pictures'))).toEqual(['0001.png']);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page.match(/src="pictures\/0001\.png"/g)).toHaveLength(2);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'index.html')).mode & 0o777).toBe(0o600);
});

test('a name that is taken is refused and what is there stays', async () => {
  const recordings = await sample();
  const folder = join(temporaryFolder(), 'taken');
  mkdirSync(folder);
  await expect(exportRecording(recordings, 'cua_1', folder)).rejects.toMatchObject({ code: 'folder_exists' });
  expect(readdirSync(folder)).toEqual([]);
});

test('where nothing can be written, nothing is left', async () => {
  const recordings = await sample();
  const parent = temporaryFolder();
  await expect(exportRecording(recordings, 'cua_1', '/proc/nothing/here')).rejects.toMatchObject({
    code: 'export_failed',
  });
  await expect(exportRecording(recordings, 'none', join(parent, 'x'))).rejects.toMatchObject({
    code: 'recording_gone',
  });
  expect(existsSync(join(parent, 'x'))).toBe(false);
  expect(readdirSync(parent)).toEqual([]);
});
