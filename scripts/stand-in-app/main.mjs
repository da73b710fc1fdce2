// Stands where an official Electron has its default app: `electron [switches] APP` runs the app of that folder.
// A module that waits for the app's own, so that Electron is not ready before the app has set itself up.
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const require = createRequire(import.meta.url);

/** @param {string[]} words */
function readArguments(words) {
  /** @type {{ target: string | undefined, preload: string[], version: boolean }} */
  const found = { target: undefined, preload: [], version: false };
  for (let index = 0; index < words.length && found.target === undefined; index += 1) {
    const word = words[index] ?? '';
    if (word === '--version' || word === '-v') {
      found.version = true;
    } else if (word === '-r' || word === '--require') {
      index += 1;
      found.preload.push(words[index] ?? '');
    } else if (!word.startsWith('-')) {
      found.target = path.resolve(word);
    }
  }
  return found;
}

/** @param {string} target */
async function start(target) {
  const manifest = path.join(target, 'package.json');
  if (fs.existsSync(manifest)) {
    const { productName, name, version } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    app.setName(productName ?? name);
    // Not in the published types: only default apps call these two.
    Reflect.apply(Reflect.get(app, 'setVersion'), app, [version ?? '0.0.0']);
    Reflect.apply(Reflect.get(app, 'setAppPath'), app, [target]);
  }
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    // The folder was derived before the name was known.
    app.setPath('userData', path.join(app.getPath('appData'), app.getName()));
  }
  const resolve = Reflect.get(Module, '_resolveFilename');
  await import(pathToFileURL(resolve(target, null, true)).href);
}

const { target, preload, version } = readArguments(process.argv.slice(1));
if (version) {
  process.stdout.write(`v${process.versions['electron']}\n`);
  process.exit(0);
} else if (target === undefined) {
  process.stderr.write('usage: electron [switches] APP\n');
  process.exit(2);
} else {
  for (const module of preload) {
    require(path.resolve(module));
  }
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  try {
    await start(target);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
}
