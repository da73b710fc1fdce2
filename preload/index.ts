import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { type Bridge, EVENT_CHANNEL, INVOKE_CHANNEL, LISTENING_CHANNEL } from '../protocol/ipc/bridge.ts';
import type { HostEvent } from '../protocol/ipc/events.ts';

const bridge: Bridge = {
  invoke: (route, input) => ipcRenderer.invoke(INVOKE_CHANNEL, route, input),
  on(listener) {
    const forward = (_event: IpcRendererEvent, announcement: HostEvent) => listener(announcement);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    ipcRenderer.send(LISTENING_CHANNEL);
    return () => ipcRenderer.removeListener(EVENT_CHANNEL, forward);
  },
  pathOf: (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''),
};

contextBridge.exposeInMainWorld('fermix', bridge);
