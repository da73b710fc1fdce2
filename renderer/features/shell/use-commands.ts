import { useEffect } from 'react';
import { HAND_RUN_CONVERSATION } from '../../../protocol/conversation/hand-run.ts';
import { useApp } from '../../app-context.ts';
import type { App } from '../../state/app.ts';
import { type CommandId, commandFor } from '../../state/commands.ts';
import { stepTextSize } from '../../state/layout.ts';

/** Is this a Mac? Its shortcuts use the Command key. */
export const IS_MAC = /mac/i.test(navigator.userAgent);

/** Ids of elements that commands move the focus to. */
export const SEARCH_ID = 'conversation-search';

/** Listens for the shortcuts of the whole window. */
export function useCommands(): void {
  const app = useApp();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A modal dialog has the keyboard to itself.
      if (document.querySelector('dialog[open]')) return;
      const command = commandFor(event, IS_MAC);
      if (!command) return;
      event.preventDefault();
      runCommand(app, command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [app]);
}

/** Carries out a command of the table. */
export function runCommand(app: App, command: CommandId): void {
  const { shell } = app;
  const { textSize, panel } = shell.getState();
  const actions: Record<CommandId, () => void> = {
    'go-chat': () => shell.go({ name: 'chat' }),
    'go-tools': () => shell.go({ name: 'tools', tool: null }),
    'go-doctor': () => shell.go({ name: 'doctor' }),
    'go-recordings': () => shell.go({ name: 'recordings', id: null }),
    'go-memory': () => shell.go({ name: 'memory' }),
    'go-settings': () => shell.go({ name: 'settings', section: 'model' }),
    'new-conversation': () => app.openConversation(null),
    search: () => focusSearch(app),
    stop: () => void app.attempt(() => app.chat.stop()),
    'focus-approval': () => focusApproval(app),
    'toggle-rail': () => shell.toggleRail(),
    'toggle-panel': () => shell.setPanel(panel === 'open' ? 'closed' : 'open'),
    'larger-text': () => shell.setTextSize(stepTextSize(textSize, 1)),
    'smaller-text': () => shell.setTextSize(stepTextSize(textSize, -1)),
    'normal-text': () => shell.setTextSize(100),
    'show-shortcuts': () => shell.setState({ shortcutsOpen: true }),
  };
  actions[command]();
}

function focusSearch({ shell }: App): void {
  const { layout, railFolded } = shell.getState();
  if (layout === 'sheets') shell.setState({ railSheet: true });
  else if (railFolded) shell.toggleRail();
  // At once where it can be: what is typed next belongs to the search.
  const field = document.getElementById(SEARCH_ID);
  if (field) field.focus();
  else afterPaint(() => document.getElementById(SEARCH_ID)?.focus());
}

function focusApproval({ shell, chat, approvals, openConversation }: App): void {
  const waiting = approvals.getState().asked.findLast((one) => one.entry.status === 'pending');
  const here = chat.getState().conversation?.entries.some((e) => e.kind === 'approval' && e.status === 'pending');
  if (here || !waiting) shell.go({ name: 'chat' });
  else if (waiting.conversationId !== HAND_RUN_CONVERSATION) openConversation(waiting.conversationId);
  else if (shell.getState().page.name !== 'tools') shell.go({ name: 'tools', tool: null });
  shell.setState((state) => ({ approvalAsked: state.approvalAsked + 1 }));
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
