import { PanelLeftClose, Plus, X } from 'lucide-react';
import { useApp } from '../../app-context.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutText } from '../../state/commands.ts';
import { shell as words } from '../../strings/shell.ts';
import { ComputerLine } from './computer-line.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationSearch } from './conversation-search.tsx';
import { PageLinks } from './page-links.tsx';
import { IS_MAC } from './use-commands.ts';

/** The side bar: conversations above, pages and the state of computer use at the foot. */
export function Rail({ sheet = false }: { sheet?: boolean }) {
  const { shell, openConversation } = useApp();
  return (
    <nav
      aria-label={words.navigation}
      className={`flex min-h-0 flex-col bg-sunken ${sheet ? 'flex-1' : 'w-[16.5rem] shrink-0 border-line border-r'}`}
    >
      <div className="flex items-center gap-1 py-2 pr-2 pl-4">
        <span className="min-w-0 flex-1 truncate font-semibold">{words.appName}</span>
        <IconButton
          icon={Plus}
          label={words.newConversation}
          hint={shortcutText('new-conversation', IS_MAC)}
          onClick={() => openConversation(null)}
        />
        <IconButton
          icon={sheet ? X : PanelLeftClose}
          label={sheet ? words.close : words.fold}
          hint={shortcutText('toggle-rail', IS_MAC)}
          onClick={() => shell.toggleRail()}
        />
      </div>
      <ConversationSearch />
      <ConversationList />
      <div className="flex flex-col gap-0.5 border-line border-t p-2">
        <PageLinks />
      </div>
      <ComputerLine />
    </nav>
  );
}
