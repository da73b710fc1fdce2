import type { DoctorRow } from '../../../protocol/ipc/shapes.ts';
import { attachToHost } from '../../host/attach.ts';
import { runDirectory } from '../../host/home-directory.ts';
import { findOwner } from '../../host/owner-lock.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { locateHome } from '../locate-home.ts';
import { runOfflineDoctor } from '../offline-doctor.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainLine } from '../plain-text.ts';

const DOCTOR_TIMEOUT_MS = 60_000;

/** Asks the running host, or looks by itself: the doctor must also work where no host can start. */
export async function doctor(command: Command, io: CliIo): Promise<ExitCode> {
  if (command.words.length > 0) throw usage('The verb doctor takes no arguments.');
  const rows = await doctorRows(command, io);
  io.out(command.json ? `${JSON.stringify(rows.map(toStableRow), null, 2)}\n` : rows.map(toLines).join(''));
  return rows.some((row) => row.status === 'fail') ? EXIT.failed : EXIT.ok;
}

/** From the running host, or by looking ourselves where none answers or `--offline` was given. */
export async function doctorRows(command: Command, io: CliIo): Promise<DoctorRow[]> {
  const asked = command.offline ? null : await askRunningHost(command, io);
  return asked ?? (await runOfflineDoctor(locateHome(command, io), io));
}

async function askRunningHost(command: Command, io: CliIo): Promise<DoctorRow[] | null> {
  const owner = findOwner(runDirectory(locateHome(command, io).home));
  if (!owner) return null;
  try {
    const connection = await attachToHost(owner.socket);
    if (!connection) return null;
    try {
      return await connection.caller.call('doctor', {}, { timeoutMs: DOCTOR_TIMEOUT_MS, signal: io.stop });
    } finally {
      await connection.close();
    }
  } catch {
    // A host that does not answer is what the offline rows then say.
    return null;
  }
}

function toStableRow({ id, status, message, remedy }: DoctorRow): DoctorRow {
  return remedy === undefined ? { id, status, message } : { id, status, message, remedy };
}

function toLines(row: DoctorRow): string {
  const line = `${row.status.padEnd(4)}  ${row.id.padEnd(18)}  ${toPlainLine(row.message)}\n`;
  return row.remedy === undefined ? line : `${line}${' '.repeat(26)}${toPlainLine(row.remedy)}\n`;
}
