import { fileURLToPath } from 'node:url';
import { checkFile, lineCount, median } from './lib/layers/check.mjs';
import { filesBelow, readSource } from './lib/source-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['protocol', 'main', 'preload', 'renderer', 'helper', 'bin', 'scripts', 'test'];
const files = folders
  .flatMap((folder) => filesBelow(root, folder))
  .filter((path) => /\.(?:[cm]?[jt]sx?|css|py|sh)$/.test(path))
  .map((path) => readSource(root, path));

const violations = files.flatMap(checkFile);
for (const { path, line, message } of violations) {
  process.stdout.write(`${path}:${line}: ${message}\n`);
}

const source = files.filter(({ path }) => !path.startsWith('test/'));
const sizes = source.map(({ text }) => lineCount(text));
process.stdout.write(
  `layers: ${files.length} files, ${violations.length} violations; ` +
    `source files: median ${median(sizes)} lines, longest ${Math.max(0, ...sizes)}\n`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
