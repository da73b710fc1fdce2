import { readFileSync } from 'node:fs';
import type { Clock } from '../../main/agent/ports.ts';
import { createComputer } from '../../main/computer/create-computer.ts';
import { readManifest } from '../../main/computer/helper-manifest.ts';
import type { HelperStarter } from '../../main/computer/helper-process.ts';
import type { ComputerInput } from '../../main/computer/input.ts';
import { createSystemClock, createSystemIds } from '../../main/host/system-ports.ts';
import type { ToolPicture, ToolResult } from '../../main/registry/capability.ts';
import { memoryConfig, OWNER } from './computer.ts';

/** Where the build puts the helper. */
export const BUILT_HELPER = new URL('../../out/helper/', import.meta.url).pathname;

/** The host side of computer use with the built helper as a real process, on the display of `env`. */
export function openBuiltComputer(
  env: Record<string, string>,
  options: { helperDirectory?: string; appPid?: number; starter?: HelperStarter; clock?: Clock } = {},
) {
  const { helperDirectory = BUILT_HELPER, appPid = process.pid, clock = createSystemClock(), starter } = options;
  const { config, store } = memoryConfig();
  // The person of these tests is the test itself, working with other programs on the same display.
  config.computerUse.courtesy = 'off';
  const lines: { event: string; fields: Record<string, unknown> }[] = [];
  const add = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields });
  const manifest = readManifest(JSON.parse(readFileSync(`${BUILT_HELPER}/manifest.json`, 'utf8')));
  const { service, encoder } = createComputer({
    clock,
    ids: createSystemIds(clock),
    log: { info: add, warn: add, error: add },
    config: store,
    home: '/nowhere',
    helperDirectory,
    helperInPlace: true,
    environment: { ...process.env, ...env },
    platform: { os: process.platform, arch: process.arch },
    appVersion: '0.0.0',
    appPid,
    manifest,
    ...(starter ? { starter } : {}),
  });
  const act = (input: ComputerInput, turn: { turnId?: string; signal?: AbortSignal } = {}): Promise<ToolResult> =>
    service.act(input, { caller: OWNER, turnId: 't1', signal: new AbortController().signal, ...turn });
  return { service, encoder, config, act, lines };
}

/** The picture a result brings for the model. */
export function pictureOf(result: ToolResult): ToolPicture {
  const picture = result.pictures?.find((one) => one.forModel);
  if (!picture) throw new Error(`There is no picture: ${result.text}`);
  return picture;
}
