import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { isDriving } from '../../state/drive.ts';

/** Is the screen panel open, and may it lie beside the text? */
export function usePanel(): { open: boolean; sheet: boolean } {
  const { shell, chat, computer } = useApp();
  const panel = useStore(shell, (state) => state.panel);
  const onChat = useStore(shell, (state) => state.page.name === 'chat');
  const sheet = useStore(shell, (state) => state.layout === 'sheets');
  const driving = useStore(chat, (state) => isDriving(state.conversation));
  const acting = useStore(computer, (state) => state.value?.session === 'acting');
  const here = useStore(computer, (state) => state.value?.conversationId ?? null);
  const open = useStore(chat, (state) => state.id);
  // A sheet would cover what is being read, so there it opens only when asked for.
  const auto = !sheet && (driving || (acting && here !== null && here === open));
  return { open: onChat && (panel === 'open' || (panel === 'auto' && auto)), sheet };
}
