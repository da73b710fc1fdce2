import { posix } from 'node:path';
import { importsOf } from './imports.mjs';
import { capabilityZone, isPort, portless, sharedBackEnds, sizeLimits, zones } from './table.mjs';

/**
 * @typedef {{ path: string, text: string }} SourceFile `path` from the root of the repository, with `/`
 * @typedef {{ path: string, line: number, message: string }} Violation
 */

/**
 * Checks one file against the layer table, the size limits and the ban on exceptions.
 *
 * @param {SourceFile} file
 * @returns {Violation[]}
 */
export function checkFile(file) {
  return [...checkImports(file), ...checkSize(file), ...checkExceptions(file)];
}

/**
 * @param {SourceFile} file
 * @returns {Violation[]}
 */
function checkImports(file) {
  const zone = zoneOf(file.path);
  if (zone === undefined || !/\.[cm]?[jt]sx?$/.test(file.path)) {
    return [];
  }
  return importsOf(file.text).flatMap(({ specifier, typeOnly, line }) => {
    const message = specifier.startsWith('.')
      ? refuseFile(file.path, zone, posix.join(posix.dirname(file.path), specifier), typeOnly)
      : refusePackage(file.path, zone, specifier, typeOnly);
    return message === null ? [] : [{ path: file.path, line, message }];
  });
}

/**
 * @param {string} path
 * @returns {import('./table.mjs').Zone | undefined}
 */
export function zoneOf(path) {
  const row = zones.find((zone) => within(zone.folder, path));
  if (row !== undefined) {
    return row;
  }
  const capability = /^main\/[^/]+\//.exec(path);
  return capability === null ? undefined : capabilityZone(capability[0]);
}

/**
 * @param {string} folder
 * @param {string} path
 */
function within(folder, path) {
  return folder.endsWith('/') ? path.startsWith(folder) : path === folder;
}

/**
 * @param {string} from
 * @param {import('./table.mjs').Zone} zone
 * @param {string} target
 * @param {boolean} typeOnly
 */
function refuseFile(from, zone, target, typeOnly) {
  const backEnd = /^helper\/platform\/([^/.]+)\//;
  const [ours, theirs] = [backEnd.exec(from)?.[1], backEnd.exec(target)?.[1]];
  if (ours !== undefined && theirs !== undefined && ours !== theirs && !sharedBackEnds.includes(theirs)) {
    return `the ${ours} back end imports the ${theirs} back end (${target})`;
  }
  if (zone.code.some((folder) => within(folder, target))) {
    return null;
  }
  const typesAllowed =
    zone.types?.some((folder) => within(folder, target)) || (isPort(target) && !portless.includes(zone.folder));
  if (typesAllowed) {
    return typeOnly ? null : `${zone.folder} takes only types from ${target}: use \`import type\``;
  }
  return `${zone.folder} may not import ${target}`;
}

/**
 * @param {string} from
 * @param {import('./table.mjs').Zone} zone
 * @param {string} specifier
 * @param {boolean} typeOnly
 */
function refusePackage(from, zone, specifier, typeOnly) {
  if (specifier.startsWith('node:')) {
    return zone.node ? null : `${zone.folder} may not import ${specifier}: it runs without Node`;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (zone.packages.includes(name) || (typeOnly && zone.typePackages?.includes(name))) {
    return null;
  }
  return `${from.split('/').slice(0, -1).join('/')}/ may not import the package ${name}`;
}

/**
 * @param {SourceFile} file
 * @returns {Violation[]}
 */
function checkSize(file) {
  const limit = file.path.startsWith('test/') ? sizeLimits.test : sizeLimits.source;
  const lines = lineCount(file.text);
  if (lines <= limit) {
    return [];
  }
  return [{ path: file.path, line: limit + 1, message: `${lines} lines; the limit is ${limit}: split it by idea` }];
}

/**
 * @param {SourceFile} file
 * @returns {Violation[]}
 */
function checkExceptions(file) {
  // Written in two halves so that this file and its tests do not report themselves.
  const exception = new RegExp(`@ts-${'(?:ignore|expect-error|nocheck)'}|biome-${'ignore'}|eslint-${'disable'}`);
  return file.text.split('\n').flatMap((text, index) => {
    const found = exception.exec(text);
    return found === null ? [] : [{ path: file.path, line: index + 1, message: `no exceptions: remove ${found[0]}` }];
  });
}

/** @param {string} text */
export function lineCount(text) {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * @param {number[]} values
 * @returns {number}
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
