import type { ReportedDisplay } from '../native/display-facts.ts';
import type { User32 } from './user32.ts';
import { wideText } from './wide-text.ts';

/** MONITORINFOEXW: size 0, monitor 4, work area 20, flags 36, device 40 (32 units). */
const MONITOR_INFO_BYTES = 104;
const PRIMARY = 1;
/** DEVMODEW: own size 68, orientation 84, width 172, height 176. */
const DEVICE_MODE_BYTES = 220;
const CURRENT_SETTINGS = 0xffff_ffff;

type Calls = Pick<User32, 'EnumDisplayMonitors' | 'GetMonitorInfoW' | 'EnumDisplaySettingsExW'>;

/**
 * The monitors in physical pixels of the virtual desktop; origins left of or above the primary one are negative. The mode
 * says how many pixels a monitor really has: when the reported width differs, this process is not told physical pixels.
 */
export function listMonitors(user32: Calls): ReportedDisplay[] {
  const handles: bigint[] = [];
  user32.EnumDisplayMonitors(
    null,
    null,
    (monitor) => {
      handles.push(monitor);
      return 1;
    },
    0,
  );
  return handles.map((handle) => describe(user32, handle)).filter((one) => one !== null);
}

function describe(user32: Calls, handle: bigint): ReportedDisplay | null {
  const info = Buffer.alloc(MONITOR_INFO_BYTES);
  info.writeUInt32LE(MONITOR_INFO_BYTES, 0);
  if (!user32.GetMonitorInfoW(handle, info)) return null;
  const [x, y] = [info.readInt32LE(4), info.readInt32LE(8)];
  const width = info.readInt32LE(12) - x;
  const height = info.readInt32LE(16) - y;
  if (width <= 0 || height <= 0) return null;
  const id = wideText(info.subarray(40));
  const mode = Buffer.alloc(DEVICE_MODE_BYTES);
  mode.writeUInt16LE(DEVICE_MODE_BYTES, 68);
  const isTold = user32.EnumDisplaySettingsExW(id, CURRENT_SETTINGS, mode, 0) !== 0;
  const modeScale = isTold ? mode.readUInt32LE(172) / width : 1;
  const rotation = isTold ? (mode.readUInt32LE(84) % 4) * 90 : 0;
  const isPrimary = (info.readUInt32LE(36) & PRIMARY) !== 0;
  return { id, x, y, width, height, modeScale, rotation, isPrimary };
}
