import { PanelRight } from 'lucide-react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutText } from '../../state/commands.ts';
import { chat as words } from '../../strings/chat.ts';
import { RailButton } from '../shell/page-frame.tsx';
import { IS_MAC } from '../shell/use-commands.ts';
import { usePanel } from '../shell/use-panel.ts';

/** Title of the conversation and who answers in it. */
export function ChatHeader() {
  const { chat, shell } = useApp();
  const id = useStore(chat, (state) => state.id);
  const title = useStore(chat, (state) => state.conversation?.title ?? '');
  const panel = usePanel();
  return (
    <header className="flex min-h-12 items-center gap-2 border-line border-b px-4 py-2">
      <RailButton />
      <h1 className="min-w-0 flex-1 truncate font-semibold" title={title}>
        {title || (id ? words.untitled : words.newTitle)}
      </h1>
      <ModelChip />
      <IconButton
        icon={PanelRight}
        label={panel.open ? words.closePanel : words.openPanel}
        hint={shortcutText('toggle-panel', IS_MAC)}
        aria-pressed={panel.open}
        onClick={() => shell.setPanel(panel.open ? 'closed' : 'open')}
      />
    </header>
  );
}

function ModelChip() {
  const { model, shell, chat } = useApp();
  // An empty conversation offers the same button in its middle.
  const empty = useStore(chat, (state) => (state.conversation?.entries.length ?? 0) === 0);
  const current = useStore(model, (state) => state.value?.current ?? null);
  const toModel = () => shell.go({ name: 'settings', section: 'model' });
  if (!current) return null;
  if (current.id === 'direct') {
    return (
      <>
        <Badge tone="accent">{words.directMode}</Badge>
        {empty ? null : (
          <Button small className="hidden sm:inline-flex" onClick={toModel}>
            {words.connectModel}
          </Button>
        )}
      </>
    );
  }
  return (
    <Button small look="quiet" title={words.changeModel} onClick={toModel} className="min-w-0 shrink max-w-[40%]">
      <span className="truncate text-muted">{current.label}</span>
    </Button>
  );
}
