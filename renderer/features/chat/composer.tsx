import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { toDraftParts } from '../../state/attachments.ts';
import { shortcutText } from '../../state/commands.ts';
import { composerKey } from '../../state/composer-keys.ts';
import type { Writing } from '../../state/composer-store.ts';
import { chat as words } from '../../strings/chat.ts';
import { IS_MAC } from '../shell/use-commands.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { CommandMenu, optionId } from './command-menu.tsx';
import { type CommandMenuControl, useCommandMenu } from './use-command-menu.ts';
import { useRestingCaret } from './use-resting-caret.ts';

/** UTF-16 units of one message, the host's limit. */
const LONGEST_TEXT = 1_000_000;

/** Where the owner writes. Enter sends, Shift+Enter starts a line; an unfinished word of an input method is left alone. */
export function Composer() {
  const { chat, composer, model, host, info, attempt } = useApp();
  const id = useStore(chat, (state) => state.id);
  const key = id ?? 'new';
  const writing = useStore(composer, () => composer.writing(key));
  const focusAsked = useStore(composer, (state) => state.focusAsked);
  const running = useStore(chat, (state) => state.conversation?.turn ?? null);
  const stopping = useStore(chat, (state) => state.stopAsked !== null || state.conversation?.turn?.stopping === true);
  const direct = useStore(model, (state) => state.value?.current.id === 'direct');
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const focusedFor = useRef('');
  const hintId = useId();
  const menuId = useId();
  const menu = useCommandMenu(writing.text, (text) => composer.setText(key, text));
  const assisted = useStore(info, (state) => state.value?.assistive === true);
  useRestingCaret(field, assisted);

  useEffect(() => {
    const wanted = `${key}#${focusAsked}`;
    if (focusedFor.current === wanted) return;
    focusedFor.current = wanted;
    field.current?.focus();
  }, [focusAsked, key]);

  const blocked = blockedBy(writing);
  // Gone as soon as its cause is, and not shown before the owner has tried to send.
  const problem = refused ? blocked : null;
  const empty = writing.text.trim() === '' && writing.attachments.length === 0;

  function send(when: 'queue' | 'now' = 'queue'): void {
    if (empty) return;
    setRefused(blocked !== null);
    if (blocked) return;
    const { text, attachments } = composer.take(key);
    void chat.send({ text, ...toDraftParts(attachments) }, when);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (menu.onKey(event)) return;
    const action = composerKey(event.nativeEvent, writing.text);
    if (action === 'send') {
      event.preventDefault();
      send();
    }
    if (action === 'recall') {
      const last = chat.getState().conversation?.entries.findLast((entry) => entry.kind === 'user');
      if (last?.kind !== 'user') return;
      event.preventDefault();
      composer.setText(key, last.text);
    }
  }

  function attach(list: FileList | null): void {
    if (!list || list.length === 0) return;
    setRefused(false);
    void composer.attach(key, [...list], (file) => host.pathOf(file as File));
  }

  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    attach(event.clipboardData.files);
  }

  return (
    <div className="mx-auto w-full max-w-[47.5rem] px-4 pb-4">
      <AttachmentChips writingKey={key} writing={writing} />
      {problem ? (
        <p role="alert" className="pb-1 text-danger text-sm">
          {problem}
        </p>
      ) : null}
      <CommandMenu id={menuId} control={menu} />
      <div className="flex items-end gap-1 rounded-card border border-control bg-raised p-1.5 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent-ink">
        <IconButton icon={Paperclip} label={words.attach} onClick={() => files.current?.click()} />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            attach(event.target.files);
            event.target.value = '';
          }}
        />
        <textarea
          ref={field}
          rows={1}
          value={writing.text}
          aria-label={words.composerLabel}
          aria-describedby={hintId}
          {...menuProps(menuId, menu)}
          placeholder={direct ? words.composerPlaceholderDirect : words.composerPlaceholder}
          spellCheck={!direct}
          onChange={(event) => composer.setText(key, event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-40 min-h-8 flex-1 resize-none self-center bg-transparent px-1.5 py-1.5 leading-snug outline-none"
        />
        <span id={hintId} className="sr-only">
          {words.composerHint}
        </span>
        {running ? (
          <Button
            aria-label={stopping ? words.stopAgain : words.stop}
            title={`${words.stop} (${shortcutText('stop', IS_MAC)})`}
            onClick={() => void attempt(() => chat.stop())}
          >
            <Square aria-hidden="true" className="size-3.5" fill="currentColor" />
            {stopping ? words.stopping : words.stop}
          </Button>
        ) : null}
        {running && !empty && !direct ? (
          <Button title={words.sendNowHint} onClick={() => send('now')}>
            {words.sendNow}
          </Button>
        ) : null}
        {running && empty ? null : (
          <Button
            look="primary"
            disabled={empty}
            onClick={() => send()}
            aria-label={running ? words.queue : words.send}
          >
            <ArrowUp aria-hidden="true" className="size-4" />
            <span className="hidden sm:inline">{running ? words.queue : words.send}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** What the field says of the menu above it. */
function menuProps(menuId: string, { menu, active }: CommandMenuControl) {
  const open = menu !== null && menu.items.length > 0;
  if (!open) return {};
  return {
    'aria-controls': menuId,
    'aria-activedescendant': optionId(menuId, active),
    'aria-autocomplete': 'list',
  } as const;
}

/** Why a message cannot leave yet, or null. */
function blockedBy({ text, attachments }: Writing): string | null {
  if (text.length > LONGEST_TEXT) return words.textTooLong(LONGEST_TEXT);
  if (attachments.some((one) => one.status === 'reading')) return words.attachBlocked;
  return attachments.some((one) => one.status === 'failed') ? words.attachFailedBlocked : null;
}
