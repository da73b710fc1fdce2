import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { ComputerState, ControlResult } from '../../../protocol/ipc/shapes.ts';

type Routes = Extract<keyof IpcHandlers, `computer.${string}`>;

/** The switch and the controls of computer use. */
export interface ComputerReach {
  state(): ComputerState | Promise<ComputerState>;
  enable(enabled: boolean): Promise<ComputerState>;
  install(): Promise<ComputerState>;
  cancelInstall(): ComputerState;
  remove(): Promise<ComputerState>;
  pause(): Promise<ControlResult>;
  resume(): Promise<ControlResult>;
}

export function computerHandlers(computer: ComputerReach): Pick<IpcHandlers, Routes> {
  return {
    'computer.state': () => computer.state(),
    'computer.enable': ({ enabled }) => computer.enable(enabled),
    'computer.install': () => computer.install(),
    'computer.cancel-install': () => computer.cancelInstall(),
    'computer.remove': () => computer.remove(),
    'computer.pause': () => computer.pause(),
    'computer.resume': () => computer.resume(),
  };
}
