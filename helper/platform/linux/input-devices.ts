import type { Connection } from './connection.ts';
import { copyOf } from './native.ts';

/** XIDeviceInfo: id 0, name 8, use 16; 40 bytes. Uses 3 to 5 are slave pointer, slave keyboard and floating. */
const DEVICE_BYTES = 40;
const ALL_DEVICES = 0;

export interface InputDevice {
  id: number;
  isXTest: boolean;
}

/** Devices that deliver input themselves (no masters). */
export function listDevices(connection: Connection): InputDevice[] {
  const { x, display } = connection;
  const count: [number] = [0];
  const list = x.XIQueryDevice(display, ALL_DEVICES, count);
  if (!list) return [];
  const devices: InputDevice[] = [];
  for (let i = 0; i < count[0]; i++) {
    const bytes = copyOf(x.koffi, list + BigInt(i * DEVICE_BYTES), DEVICE_BYTES);
    const name: string = x.koffi.decode.string(bytes.readBigUInt64LE(8));
    if (bytes.readInt32LE(16) >= 3) devices.push({ id: bytes.readInt32LE(0), isXTest: name.includes('XTEST') });
  }
  x.XIFreeDeviceInfo(list);
  return devices;
}
