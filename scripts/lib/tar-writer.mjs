const BLOCK = 512;

/**
 * A ustar archive of regular files with nothing of this computer in it: the same files always give the same bytes.
 *
 * @param {Iterable<{path: string, content: Buffer}>} files relative paths with `/`
 * @returns {Generator<Buffer>}
 */
export function* tarOf(files) {
  for (const { path, content } of files) {
    yield tarHeader(path, content.length);
    yield content;
    yield Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * @param {string} path
 * @param {number} size
 * @param {string} [type] `0` for a file; tests make others
 */
export function tarHeader(path, size, type = '0') {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = splitName(path);
  block.write(name, 0, 100, 'utf8');
  block.write(`${path === 'node' || path === 'node.exe' ? '0000755' : '0000644'}\0`, 100, 'latin1');
  block.write('0000000\0'.repeat(2), 108, 'latin1');
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write(`${'0'.repeat(11)}\0`, 136, 'latin1');
  block.write(' '.repeat(8), 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\0' + '00', 257, 'latin1');
  block.write(prefix, 345, 155, 'utf8');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/**
 * The format has 100 bytes for the name and 155 for the folders before it.
 *
 * @param {string} path
 * @returns {[string, string]}
 */
function splitName(path) {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const name = path.slice(at + 1);
    if (at <= 155 && Buffer.byteLength(name) <= 100) return [path.slice(0, at), name];
  }
  throw new Error(`The path is too long for an archive: ${path}`);
}
