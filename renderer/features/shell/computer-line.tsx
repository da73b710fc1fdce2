import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { shell as words } from '../../strings/shell.ts';
import { useComputerControl } from './use-computer-control.ts';

/** One line, always in sight: may the agent use the screen, and the button that pauses it. */
export function ComputerLine() {
  const { shell } = useApp();
  const control = useComputerControl();
  return (
    <div className="flex min-h-11 items-center gap-2 border-line border-t py-1.5 pr-2 pl-2">
      <button
        type="button"
        onClick={() => shell.go({ name: 'settings', section: 'computer' })}
        className="flex min-h-7 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2 text-left text-sm hover:bg-hover"
      >
        <control.icon aria-hidden="true" className={`size-4 shrink-0 ${control.tone}`} />
        <span className="min-w-0 leading-tight" role="status">
          {control.text}
        </span>
      </button>
      {control.verb ? (
        <Button
          small
          disabled={control.busy}
          // Not the `disabled` attribute: the button is in sight to say when it will work.
          aria-disabled={control.reason !== null}
          title={control.reason ?? undefined}
          onClick={control.act}
          aria-label={control.verb === 'pause' ? words.computer.pauseLong : words.computer.resumeLong}
        >
          {control.verb === 'pause' ? words.computer.pause : words.computer.resume}
        </Button>
      ) : null}
    </div>
  );
}
