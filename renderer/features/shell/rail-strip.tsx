import { PanelLeftOpen, Pause, Play, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutText } from '../../state/commands.ts';
import { shell as words } from '../../strings/shell.ts';
import { PAGES } from './page-links.tsx';
import { IS_MAC } from './use-commands.ts';
import { useComputerControl } from './use-computer-control.ts';

/** The folded side bar: icons with names, computer use still in sight. */
export function RailStrip() {
  const { shell, openConversation } = useApp();
  const page = useStore(shell, (state) => state.page);
  const control = useComputerControl();
  const unfold = () => {
    // With little room the open panel keeps the bar folded, so unfolding closes the panel.
    if (shell.getState().railFolded) shell.toggleRail();
    if (shell.getState().layout === 'compact') shell.setPanel('closed');
  };
  return (
    <nav
      aria-label={words.navigation}
      className="flex w-12 shrink-0 flex-col items-center gap-1 overflow-y-auto border-line border-r bg-sunken py-2"
    >
      <IconButton
        icon={PanelLeftOpen}
        label={words.unfold}
        hint={shortcutText('toggle-rail', IS_MAC)}
        onClick={unfold}
      />
      <IconButton
        icon={Plus}
        label={words.newConversation}
        hint={shortcutText('new-conversation', IS_MAC)}
        onClick={() => openConversation(null)}
      />
      <div className="flex-1" />
      {PAGES.map(({ icon, label, command, to }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          hint={shortcutText(command, IS_MAC)}
          aria-current={page.name === to.name ? 'page' : undefined}
          onClick={() => shell.go(to)}
        />
      ))}
      <span
        title={control.text}
        role="img"
        aria-label={control.text}
        className="flex size-8 items-center justify-center"
      >
        <control.icon aria-hidden="true" className={cx('size-4', control.tone)} />
      </span>
      {control.verb ? (
        <IconButton
          icon={control.verb === 'pause' ? Pause : Play}
          label={control.verb === 'pause' ? words.computer.pauseLong : words.computer.resumeLong}
          hint={control.reason ?? undefined}
          disabled={control.busy}
          aria-disabled={control.reason !== null}
          onClick={control.act}
        />
      ) : null}
    </nav>
  );
}
