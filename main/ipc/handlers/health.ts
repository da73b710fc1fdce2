import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { DoctorRow, PermissionRow } from '../../../protocol/ipc/shapes.ts';

/** The doctor, and what the system lets the app do. */
export function healthHandlers(reach: {
  doctor(): Promise<DoctorRow[]>;
  permissions(fresh: boolean): Promise<PermissionRow[]>;
  requestPermissions(): Promise<PermissionRow[]>;
}): Pick<IpcHandlers, 'doctor.run' | 'permission.check' | 'permission.request'> {
  return {
    'doctor.run': () => reach.doctor(),
    'permission.check': ({ fresh }) => reach.permissions(fresh ?? false),
    'permission.request': () => reach.requestPermissions(),
  };
}
