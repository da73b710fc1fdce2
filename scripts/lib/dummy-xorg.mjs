// A real Xorg server on its dummy driver: several monitors side by side, with offsets and in portrait, without hardware.
// It needs root. Node built-ins only; runs on Node 20.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the configuration; what is to be given to Xorg after its `-displayfd`.
 *
 * @param {string} folder
 */
export function dummyXorgArguments(folder) {
  const path = join(folder, 'xorg.conf');
  writeFileSync(path, CONFIG);
  const log = ['-logfile', join(folder, 'xorg.log'), '-configdir', join(folder, 'no-more')];
  return ['-config', path, '-noreset', '-novtswitch', '-sharevts', '-nolisten', 'tcp', ...log];
}

/**
 * The xrandr calls that make the outputs DUMMY0, DUMMY1 … these monitors; the first is the primary one.
 *
 * @param {readonly { width: number, height: number, x: number, y: number }[]} monitors in root pixels
 * @returns {string[][]}
 */
export function monitorCalls(monitors) {
  const modes = monitors.map(({ width, height }, i) => [
    '--newmode',
    `m${i}-${width}x${height}`,
    ...timings(width, height),
  ]);
  const added = monitors.map(({ width, height }, i) => ['--addmode', `DUMMY${i}`, `m${i}-${width}x${height}`]);
  const placed = monitors.flatMap(({ width, height, x, y }, i) => [
    ...['--output', `DUMMY${i}`, '--mode', `m${i}-${width}x${height}`, '--pos', `${x}x${y}`],
    ...(i === 0 ? ['--primary'] : []),
  ]);
  return [...modes, ...added, placed];
}

/**
 * Clock in MHz, then horizontal and vertical timings for about 60 Hz; the driver only wants them to be in order.
 *
 * @param {number} width
 * @param {number} height
 */
function timings(width, height) {
  const [across, down] = [width + 400, height + 40];
  const clock = ((across * down * 60) / 1e6).toFixed(2);
  const horizontal = [width, width + 80, width + 200, across];
  const vertical = [height, height + 3, height + 8, down];
  return [clock, ...horizontal, ...vertical].map(String);
}

const CONFIG = `Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1.0-2000.0
  VertRefresh 1.0-500.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 8192 4096
  EndSubSection
EndSection
`;
