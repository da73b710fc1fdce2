import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { EVENT_CHANNEL, INVOKE_CHANNEL, LISTENING_CHANNEL } from '../../protocol/ipc/bridge.ts';
import type { Router, Sender } from '../ipc/router.ts';
import type { EventFeed } from './event-feed.ts';
import { PAGE_ORIGIN } from './page-protocol.ts';

/** Joins the bridge's channels with the router and the feed. `window` answers the window of the moment. */
export function connectPage(window: () => BrowserWindow | null, router: Router, feed: EventFeed): void {
  ipcMain.handle(INVOKE_CHANNEL, (event, route: unknown, input: unknown) =>
    router(describeSender(event, window()), route, input),
  );
  const heard = new WeakSet<WebContents>();
  ipcMain.on(LISTENING_CHANNEL, (event) => {
    if (!trustSender(describeSender(event, window()))) return;
    const contents = event.sender;
    feed.open((announcement) => {
      if (!contents.isDestroyed()) contents.send(EVENT_CHANNEL, announcement);
    });
    // The page says so once for each of its listeners.
    if (heard.has(contents)) return;
    heard.add(contents);
    contents.on('render-process-gone', () => feed.close());
    contents.on('did-start-loading', () => feed.close());
    contents.once('destroyed', () => feed.close());
  });
}

/** Only the top frame of our window, showing our page. */
export function trustSender(sender: Sender): boolean {
  return sender.ownWindow && sender.topFrame && sender.url.startsWith(`${PAGE_ORIGIN}/`);
}

function describeSender(event: IpcMainInvokeEvent | IpcMainEvent, window: BrowserWindow | null): Sender {
  const frame = event.senderFrame;
  return {
    ownWindow: window !== null && !window.isDestroyed() && event.sender === window.webContents,
    topFrame: frame !== null && frame.parent === null,
    url: frame?.url ?? '',
  };
}
