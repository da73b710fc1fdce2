import type { HumanInput } from '../native/human-input.ts';
import { STAMP } from './input-records.ts';
import type { MessageWindow } from './message-window.ts';
import type { User32 } from './user32.ts';

const WM_INPUT = 0xff;
const INPUT_DATA = 0x1000_0003;
const HEADER_BYTES = 24;
const MOST_BYTES = 128;
const MOUSE = 0;
const KEYBOARD = 1;
/** RAWINPUTDEVICE: page 0, usage 2, flags 4, window 8. */
const DEVICE_BYTES = 16;
const EVEN_IN_BACKGROUND = 0x100;
const GENERIC_DESKTOP = 1;
const USAGES = [2, 6] as const;
/** RAWINPUTHEADER: type 0, device 8. RAWMOUSE and RAWKEYBOARD at 24 with the extra information at 44 and 36. */
const EXTRA_AT = { [MOUSE]: 44, [KEYBOARD]: 36 } as const;

type Calls = Pick<User32, 'RegisterRawInputDevices' | 'GetRawInputData'>;

/**
 * Hears mouse and keyboard wherever they go, without standing in their way as a hook would: raw input is a copy in a
 * queue. Events that carry our stamp are ours; so are those without a device while we post.
 */
export function watchRawInput(calls: Calls, window: MessageWindow, human: HumanInput): void {
  const devices = Buffer.concat(USAGES.map((usage) => deviceRecord(usage, window.handle)));
  human.isHearing = calls.RegisterRawInputDevices(devices, USAGES.length, DEVICE_BYTES) !== 0;
  window.on(WM_INPUT, (_wide, input) => {
    const data = Buffer.alloc(MOST_BYTES);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(MOST_BYTES, 0);
    const read = calls.GetRawInputData(input, INPUT_DATA, data, size, HEADER_BYTES);
    if (read > 0 && !isOwn(data, human.isOwnTime)) human.human();
    // The system frees the input in its own answer.
    return undefined;
  });
}

function isOwn(data: Buffer, isOwnTime: boolean): boolean {
  const type = data.readUInt32LE(0);
  if (type !== MOUSE && type !== KEYBOARD) return false;
  if (data.readUInt32LE(EXTRA_AT[type]) === STAMP) return true;
  return isOwnTime && data.readBigUInt64LE(8) === 0n;
}

function deviceRecord(usage: number, window: bigint): Buffer {
  const record = Buffer.alloc(DEVICE_BYTES);
  record.writeUInt16LE(GENERIC_DESKTOP, 0);
  record.writeUInt16LE(usage, 2);
  record.writeUInt32LE(EVEN_IN_BACKGROUND, 4);
  record.writeBigUInt64LE(BigInt.asUintN(64, window), 8);
  return record;
}
