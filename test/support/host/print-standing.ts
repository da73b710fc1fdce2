// Attaches to the host of a home and prints who the host takes this process for. Arguments: HOME [FILE].
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachToHost } from '../../../main/host/attach.ts';
import { findOwner } from '../../../main/host/owner-lock.ts';

const [home = '', file] = process.argv.slice(2);
const owner = findOwner(join(home, 'run'));
const connection = owner && (await attachToHost(owner.socket));
const text = JSON.stringify(connection?.standing ?? null);
if (file) writeFileSync(file, text);
else process.stdout.write(`${text}\n`);
await connection?.close();
