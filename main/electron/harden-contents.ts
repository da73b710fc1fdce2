import type { App } from 'electron';
import type { Log } from '../agent/ports.ts';

/** No page leaves its address, opens a window, or embeds another. Holds for every page that is ever made. */
export function hardenContents(app: App, log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    const deny = (event: { preventDefault(): void }) => {
      event.preventDefault();
      log.warn('window.navigation_denied');
    };
    contents.on('will-navigate', deny);
    contents.on('will-frame-navigate', deny);
    contents.on('will-redirect', deny);
    contents.on('will-attach-webview', deny);
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}
