import type { HostEvent } from '../../../protocol/ipc/events.ts';
import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { AppInfo, DoctorRow, PermissionRow } from '../../../protocol/ipc/shapes.ts';
import type { Conversations } from '../../agent/conversations-port.ts';
import type { ImageStore, PictureEncoder } from '../../agent/store-port.ts';
import type { ToolRunner } from '../../agent/tool-runner.ts';
import type { Approvals } from '../../approvals/ports.ts';
import type { Ingress } from '../../commands/ports.ts';
import type { DesktopServices } from '../../host/ports.ts';
import type { Registry } from '../../registry/registry.ts';
import { appHandlers } from './app.ts';
import { approvalHandlers } from './approval.ts';
import { type ComputerReach, computerHandlers } from './computer.ts';
import { conversationHandlers } from './conversation.ts';
import { healthHandlers } from './health.ts';
import { imageHandlers } from './image.ts';
import { type MemoryReach, memoryHandlers } from './memory.ts';
import { type ModelsReach, modelHandlers } from './model.ts';
import { type RecordingReach, recordingHandlers } from './recording.ts';
import { withRefusals } from './refuse.ts';
import { type SettingsReach, settingsHandlers } from './settings.ts';
import { type SkillReach, skillHandlers } from './skill.ts';
import { toolHandlers } from './tool.ts';
import { type TraceReach, traceHandlers } from './trace.ts';

export interface HandlerParts
  extends SettingsReach,
    Omit<TraceReach, 'desktop'>,
    Omit<RecordingReach, 'desktop'>,
    Omit<MemoryReach, 'desktop'>,
    Omit<SkillReach, 'desktop'> {
  conversations: Conversations;
  ingress: Ingress;
  approvals: Approvals;
  registry: Registry;
  runner: ToolRunner;
  images: ImageStore;
  encoder: PictureEncoder;
  models: ModelsReach;
  computer: ComputerReach;
  desktop: DesktopServices | null;
  closing: AbortSignal;
  announce(event: HostEvent): void;
  doctor(): Promise<DoctorRow[]>;
  permissions(fresh: boolean): Promise<PermissionRow[]>;
  requestPermissions(): Promise<PermissionRow[]>;
  info(): Omit<AppInfo, 'trayHost' | 'assistive'>;
}

/** Every route of the window, one file per noun. */
export function createHandlers(parts: HandlerParts): IpcHandlers {
  return withRefusals({
    ...conversationHandlers(parts.conversations, parts.ingress),
    ...imageHandlers(parts),
    ...recordingHandlers(parts),
    ...memoryHandlers(parts),
    ...approvalHandlers(parts.approvals),
    ...toolHandlers(parts),
    ...modelHandlers(parts.models),
    ...computerHandlers(parts.computer),
    ...settingsHandlers(parts),
    ...traceHandlers(parts),
    ...skillHandlers(parts),
    ...healthHandlers(parts),
    ...appHandlers(parts),
  });
}
