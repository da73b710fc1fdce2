import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { BusyBar } from '../../components/busy-bar.tsx';
import { CONTROL } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutText } from '../../state/commands.ts';
import { shell as words } from '../../strings/shell.ts';
import { IS_MAC, SEARCH_ID } from './use-commands.ts';

/** A pause in typing this long asks the host, in milliseconds. */
const PAUSE_MS = 300;
/** Characters the host searches for. */
const LONGEST_SEARCH = 500;

/** Searches the conversations; Escape clears. */
export function ConversationSearch() {
  const { list, history } = useApp();
  const loading = useStore(list, (state) => state.loading);
  const search = useStore(list, (state) => state.search);
  const [text, setText] = useState(search);

  useEffect(() => {
    if (text === list.getState().search) return;
    const timer = setTimeout(() => ask(text), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  function ask(words: string): void {
    void list.setSearch(words);
    void history.search(words);
  }

  return (
    <search className="relative px-2">
      <Search aria-hidden="true" className="absolute top-2 left-4.5 size-4 text-muted" />
      <input
        id={SEARCH_ID}
        type="text"
        value={text}
        maxLength={LONGEST_SEARCH}
        aria-label={words.search}
        placeholder={words.search}
        title={shortcutText('search', IS_MAC)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') ask(text);
          if (event.key === 'Escape' && text) {
            event.preventDefault();
            event.stopPropagation();
            setText('');
          }
        }}
        className={`${CONTROL} h-8 pr-8 pl-8 text-sm`}
      />
      {text ? (
        <IconButton
          icon={X}
          label={words.clearSearch}
          onClick={() => setText('')}
          size="tiny"
          className="absolute top-1 right-3"
        />
      ) : null}
      <BusyBar busy={loading} label={words.search} className="mt-1" />
    </search>
  );
}
