#!/usr/bin/env node
// Starts the built command with the project's own Node. Plain JavaScript, since the system's Node 20 must run it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const NO_HOST = 4;

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = `${root}out/cli/index.js`;
const program = process.platform === 'win32' ? 'node.exe' : 'bin/node';
const system = process.platform === 'win32' ? 'win' : process.platform;
const ownNode = `${root}node_modules/node-${system}-${process.arch}/${program}`;

/** Says what is missing and ends. */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(NO_HOST);
}

/** Runs the command in a child and ends as it ends; signals sent to this process alone are passed on. */
function runWith(node) {
  const child = spawn(node, [entry, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => refuse(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15)));
}

if (!existsSync(entry)) refuse('Fermix is not built yet. Run "npm run build" in its folder first.');
if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) {
  await import(new URL('../out/cli/index.js', import.meta.url).href);
} else if (existsSync(ownNode)) {
  runWith(ownNode);
} else {
  refuse(`Node ${NEEDED_NODE} or newer is needed, and ${ownNode} is missing. Run "npm ci" in the folder of Fermix.`);
}
