import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { chat as words } from '../../strings/chat.ts';

/** What an empty conversation says: what can be written here, and examples that fill the field. */
export function EmptyState() {
  const { model, shell, composer, chat } = useApp();
  const current = useStore(model, (state) => state.value?.current.id ?? null);
  const id = useStore(chat, (state) => state.id);
  const direct = current === 'direct';
  const examples: readonly string[] = direct ? words.directExamples : words.modelExamples;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[36rem] flex-col items-start justify-center gap-4 px-4 py-6">
        <h2 className="font-semibold text-xl">{words.emptyTitle}</h2>
        {current === null ? null : <p className="text-muted">{direct ? words.emptyDirect : words.emptyModel}</p>}
        {direct ? (
          <Button look="primary" onClick={() => shell.go({ name: 'settings', section: 'model' })}>
            {words.connectModel}
          </Button>
        ) : null}
        <ul aria-label={words.examplesLabel} className="flex flex-wrap gap-2">
          {current === null
            ? null
            : examples.map((example) => (
                <li key={example}>
                  <Button
                    small
                    className={direct ? 'font-mono font-normal' : 'text-left font-normal'}
                    onClick={() => composer.fill(id ?? 'new', example)}
                  >
                    {example}
                  </Button>
                </li>
              ))}
        </ul>
      </div>
    </div>
  );
}
