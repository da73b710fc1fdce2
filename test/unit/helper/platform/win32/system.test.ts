import { describe, expect, it } from 'vitest';
import { systemIdle } from '../../../../../helper/platform/win32/idle-counter.ts';
import { IntegrityLevels } from '../../../../../helper/platform/win32/integrity.ts';
import { listMonitors } from '../../../../../helper/platform/win32/monitors.ts';
import { isSessionLocked, refuseUndrivable } from '../../../../../helper/platform/win32/session-state.ts';

describe('monitors', () => {
  /** MONITORINFOEXW and DEVMODEW as Windows fills them in for a portrait monitor left of a 4K primary one. */
  const monitors = [
    { name: '\\\\.\\DISPLAY1', rect: [0, 0, 3840, 2160], primary: 1, mode: [3840, 2160], orientation: 0 },
    { name: '\\\\.\\DISPLAY2', rect: [-1080, -300, 0, 1620], primary: 0, mode: [1080, 1920], orientation: 1 },
  ];
  const calls = (modeWidth?: number) => ({
    EnumDisplayMonitors: (_dc: null, _clip: null, visit: (monitor: bigint) => number) => {
      for (const i of monitors.keys()) visit(BigInt(i + 1));
      return 1;
    },
    GetMonitorInfoW: (handle: bigint, info: Buffer) => {
      const one = monitors[Number(handle) - 1];
      if (!one || info.readUInt32LE(0) !== 104) return 0;
      for (const [i, value] of one.rect.entries()) info.writeInt32LE(value, 4 + i * 4);
      info.writeUInt32LE(one.primary, 36);
      info.write(one.name, 40, 'utf16le');
      return 1;
    },
    EnumDisplaySettingsExW: (device: string, mode: number, settings: Buffer) => {
      const one = monitors.find((monitor) => monitor.name === device);
      if (!one || mode !== 0xffff_ffff || settings.readUInt16LE(68) !== 220) return 0;
      settings.writeUInt32LE(one.orientation, 84);
      settings.writeUInt32LE(modeWidth ?? one.mode[0] ?? 0, 172);
      return 1;
    },
  });

  it('have origins that may be negative, a rotation, and one pixel for one unit', () => {
    expect(listMonitors(calls())).toEqual([
      { id: '\\\\.\\DISPLAY1', x: 0, y: 0, width: 3840, height: 2160, modeScale: 1, rotation: 0, isPrimary: true },
      {
        id: '\\\\.\\DISPLAY2',
        x: -1080,
        y: -300,
        width: 1080,
        height: 1920,
        modeScale: 1,
        rotation: 90,
        isPrimary: false,
      },
    ]);
  });

  it('show by their mode that this process is told scaled pixels', () => {
    expect(listMonitors(calls(5760))[0]?.modeScale).toBe(1.5);
  });
});

describe('the session', () => {
  const session = (facts: { desktop: string | null; flags?: number; id?: number }) => ({
    OpenInputDesktop: () => (facts.desktop === null ? null : 5n),
    CloseDesktop: () => 1,
    GetUserObjectInformationW: (_object: bigint, index: number, text: Buffer) => {
      text.write(`${facts.desktop}\0`, 'utf16le');
      return index === 2 ? 1 : 0;
    },
    WTSQuerySessionInformationW: (_s: null, _id: number, kind: number, data: [bigint | null], size: Buffer) => {
      if (kind !== 25 || facts.flags === undefined) return 0;
      data[0] = 9n;
      size.writeUInt32LE(200, 0);
      return 1;
    },
    WTSFreeMemory: () => undefined,
    read: (address: bigint, size: number) => {
      const bytes = Buffer.alloc(size);
      if (address === 9n) bytes.writeInt32LE(facts.flags ?? -1, 16);
      return bytes;
    },
    GetCurrentProcessId: () => 1,
    ProcessIdToSessionId: (_pid: number, out: Buffer) => out.writeUInt32LE(facts.id ?? 1, 0),
  });
  const codeOf = (facts: Parameters<typeof session>[0]) => {
    try {
      refuseUndrivable(session(facts));
    } catch (error) {
      return (error as { code: string }).code;
    }
    return null;
  };

  it('can be operated when the default desktop has the input', () => {
    expect(codeOf({ desktop: 'Default', flags: 1 })).toBeNull();
    expect(isSessionLocked(session({ desktop: 'Default', flags: 1 }))).toBe(false);
  });

  it('cannot while a protected desktop is shown, while it is locked, or outside a signed-in one', () => {
    expect(codeOf({ desktop: null, flags: 1 })).toBe('secure_desktop');
    expect(codeOf({ desktop: 'Winlogon', flags: 1 })).toBe('secure_desktop');
    expect(codeOf({ desktop: null, flags: 0 })).toBe('session_locked');
    expect(codeOf({ desktop: null, flags: 1, id: 0 })).toBe('no_active_display');
    expect(isSessionLocked(session({ desktop: null, flags: 0 }))).toBe(true);
    expect(isSessionLocked(session({ desktop: 'Default' }))).toBeNull();
  });

  it('is idle by a counter that wraps', () => {
    const idle = (now: number, last: number) =>
      systemIdle({
        GetLastInputInfo: (info) => {
          info.writeUInt32LE(last, 4);
          return info.readUInt32LE(0) === 8 ? 1 : 0;
        },
        GetTickCount: () => now,
      });
    expect(idle(5_000, 4_200)).toBe(800);
    expect(idle(100, 0xffff_ff00)).toBe(356);
  });
});

describe('rights of a target', () => {
  const levels: Record<number, number | null> = { 1: 0x2000, 10: 0x2000, 11: 0x3000, 12: null, 13: 0x1000 };
  let asked = 0;
  const calls = {
    GetCurrentProcessId: () => 1,
    OpenProcess: (_access: number, _inherit: number, pid: number) => {
      asked += 1;
      return levels[pid] === null ? null : BigInt(pid);
    },
    OpenProcessToken: (process: bigint, _access: number, token: [bigint | null]) => {
      token[0] = process;
      return 1;
    },
    GetTokenInformation: (token: bigint, kind: number, label: Buffer) => {
      label.writeBigUInt64LE(token << 16n, 0);
      return kind === 25 ? 1 : 0;
    },
    CloseHandle: () => 1,
    QueryFullProcessImageNameW: (process: bigint, _flags: number, name: Buffer) => {
      name.write(`C:\\Windows\\regedit${process}.exe\0`, 'utf16le');
      return 1;
    },
    /** A SID with one part. */
    read: (address: bigint, size: number) => {
      const sid = Buffer.alloc(size);
      sid.writeUInt8(1, 1);
      if (size >= 12) sid.writeUInt32LE(levels[Number(address >> 16n)] ?? 0, 8);
      return sid;
    },
  };
  const refusal = (pid: number) => {
    try {
      new IntegrityLevels(calls, () => 0).refuseElevated(pid);
    } catch (error) {
      return error as { code: string; message: string; data: { process: string } };
    }
    return null;
  };

  it('are fine when they are not above ours', () => {
    expect([refusal(10), refusal(13), refusal(1)]).toEqual([null, null, null]);
  });

  it('refuse a program above ours by name, and one that may not be asked', () => {
    expect(refusal(11)).toMatchObject({ code: 'target_elevated', data: { process: 'regedit11' } });
    expect(refusal(12)).toMatchObject({ code: 'target_elevated', data: { process: 'process 12' } });
  });

  it('are asked once a second while text is typed', () => {
    let now = 0;
    const known = new IntegrityLevels(calls, () => now);
    asked = 0;
    for (let i = 0; i < 64; i++) known.refuseElevated(10);
    expect(asked).toBe(1);
    now = 1_500;
    known.refuseElevated(10);
    expect(asked).toBe(2);
  });
});
