import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { DoctorRow, PermissionRow } from '../../../protocol/ipc/shapes.ts';

/** The doctor, and what the system lets the app do. */
export function healthHandlers(reach: {
  doctor(): Promise<DoctorRow[]>;
  permissions(): Promise<PermissionRow[]>;
}): Pick<IpcHandlers, 'doctor.run' | 'permission.check'> {
  return { 'doctor.run': () => reach.doctor(), 'permission.check': () => reach.permissions() };
}
