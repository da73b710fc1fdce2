import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { ComputerState, ControlResult } from '../../../protocol/ipc/shapes.ts';

type Routes = Extract<keyof IpcHandlers, `computer.${string}`>;

/** The switch and the controls of computer use. */
export interface ComputerReach {
  state(): ComputerState | Promise<ComputerState>;
  enable(enabled: boolean): Promise<ComputerState>;
  pause(): Promise<ControlResult>;
  resume(): Promise<ControlResult>;
}

export function computerHandlers(computer: ComputerReach): Pick<IpcHandlers, Routes> {
  return {
    'computer.state': () => computer.state(),
    'computer.enable': ({ enabled }) => computer.enable(enabled),
    'computer.pause': () => computer.pause(),
    'computer.resume': () => computer.resume(),
  };
}
