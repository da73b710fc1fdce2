import { beforeEach, describe, expect, it } from 'vitest';
import { Win32Clipboard } from '../../../../../helper/platform/win32/clipboard.ts';
import { sortFormats } from '../../../../../helper/platform/win32/clipboard-formats.ts';
import { FakeClipboardOfWindows } from '../../../../support/native/fake-clipboard-of-windows.ts';

const TEXT = 13;
const text = (value: string) => Buffer.from(`${value}\0`, 'utf16le');
let system: FakeClipboardOfWindows;
let clipboard: Win32Clipboard;
let now: number;

beforeEach(() => {
  now = 0;
  system = new FakeClipboardOfWindows();
  system.names.set(0xc001, 'HTML Format');
  system.copy(
    new Map([
      [TEXT, text('before')],
      [0xc001, Buffer.from('<b>before</b>')],
      [8, Buffer.alloc(300, 7)],
    ]),
  );
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  clipboard = new Win32Clipboard(system.calls, system.window, clock);
});

describe('a paste', () => {
  it('gives every format back, byte by byte', async () => {
    const before = new Map(system.formats);
    const saved = await clipboard.save();
    expect(saved).toMatchObject({ lost: [], size: 14 + 13 + 300 });
    const offer = await clipboard.offer('ours');
    expect(system.formats.has(8)).toBe(false);
    expect(await offer.restore(saved)).toBeNull();
    expect(system.formats).toEqual(before);
  });

  it('hands the text out when it is asked for, and says when', async () => {
    const offer = await clipboard.offer('one\ntwo\r\nthree');
    expect(system.formats.get(TEXT)).toBeNull();
    offer.arm();
    expect(offer.servedSince()).toBeNull();
    now = 40;
    expect(system.paste(TEXT)).toBe('one\r\ntwo\r\nthree');
    now = 100;
    expect(offer.servedSince()).toBe(60);
  });

  it('does not take a request before the chord for a paste', async () => {
    const offer = await clipboard.offer('ours');
    system.paste(TEXT);
    offer.arm();
    expect(offer.servedSince()).toBeNull();
  });

  it('keeps histories and the cloud out', async () => {
    await clipboard.offer('ours');
    const names = [...system.formats.keys()].map((format) => system.names.get(format) ?? format);
    expect(names).toEqual([
      TEXT,
      'ExcludeClipboardContentFromMonitorProcessing',
      'CanIncludeInClipboardHistory',
      'CanUploadToCloudClipboard',
    ]);
    for (const [format, bytes] of system.formats) if (format !== TEXT) expect(bytes).toEqual(Buffer.alloc(4));
  });

  it('leaves alone what somebody else copied meanwhile', async () => {
    const saved = await clipboard.save();
    const offer = await clipboard.offer('ours');
    system.copy(new Map([[TEXT, text('theirs')]]));
    expect(await offer.restore(saved)).toMatch(/Something else was copied/);
    expect(system.paste(TEXT)).toBe('theirs');
  });
});

describe('a clipboard that is held by another program', () => {
  it('is tried ten times, 20 ms apart', async () => {
    system.refusals = 9;
    await clipboard.save();
    expect([system.opened, now]).toEqual([10, 180]);
    system.refusals = 99;
    system.opened = 0;
    await expect(clipboard.offer('ours')).rejects.toMatchObject({ code: 'clipboard_unavailable' });
    expect(system.opened).toBe(10);
    expect(system.paste(TEXT)).toBe('before');
  });
});

describe('formats that are not memory', () => {
  const name = (format: number) => `${format}`;
  it('are named as lost, except a bitmap that is made anew from its picture', () => {
    expect(sortFormats([2, 8, 9, 13], name)).toEqual({ kept: [8, 13], lost: [] });
    expect(sortFormats([2, 13, 14, 0x201], name)).toEqual({
      kept: [13],
      lost: ['a bitmap', 'an enhanced metafile', 'the private format 513'],
    });
  });

  it('and what is too large to keep', async () => {
    system.copy(
      new Map([
        [TEXT, text('a')],
        [8, Buffer.alloc(33 * 1024 * 1024)],
      ]),
    );
    const saved = await clipboard.save();
    expect(saved.lost).toEqual(['8']);
    const offer = await clipboard.offer('ours');
    expect(await offer.restore(saved)).toBe('The clipboard came back without 8.');
  });
});
