import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for one name, or for all of a domain, and the authority that gave it. */
export interface Certificate {
  ca: string;
  key: string;
  cert: string;
}

/** Made by openssl, for this test alone. `name` may be a wildcard, for example `*.downloads.test`. */
export function makeCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-ca-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', timeout: 30_000 });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test authority',
    );
    openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=test');
    writeFileSync(join(folder, 'names.cnf'), `subjectAltName=DNS:${name}\nbasicConstraints=CA:FALSE\n`);
    openssl(
      ...['x509', '-req', '-in', 'request.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', 'cert.pem', '-days', '2', '-extfile', 'names.cnf'],
    );
    return { ca: read('ca.pem'), key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
