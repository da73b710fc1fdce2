import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ModelState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { useSave } from './use-save.ts';

const words = settings.model;

/** Who answers when the model in use fails, and in which order. */
export function StandInsCard({ state }: { state: ModelState }) {
  const { host, model } = useApp();
  const { busy, failure, run } = useSave();
  const { standIns, ownOrder } = state.routing;
  const others = state.providers.filter((one) => one.connected && !one.primary && one.model !== null);
  if (others.length === 0) return null;
  const left = others.filter((one) => !standIns.includes(one.id));
  const put = (order: string[] | null) => run(async () => model.put(await host.call('model.fallbacks', { order })));

  const swap = (index: number, by: number) => {
    const order = [...standIns];
    const [moved] = order.splice(index, 1);
    if (moved !== undefined) order.splice(index + by, 0, moved);
    void put(order);
  };
  const labelOf = (id: string) => others.find((one) => one.id === id)?.label ?? id;

  return (
    <Section title={words.standIns} intro={words.standInsHelp}>
      {standIns.length === 0 ? <p className="text-muted">{words.standInsNone}</p> : null}
      <ol className="flex flex-col divide-y divide-line">
        {standIns.map((id, index) => (
          <li key={id} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1 truncate">
              {index + 1}. {labelOf(id)}
            </span>
            <IconButton
              icon={ArrowUp}
              size="small"
              label={words.moveUp(labelOf(id))}
              disabled={busy || index === 0}
              onClick={() => swap(index, -1)}
            />
            <IconButton
              icon={ArrowDown}
              size="small"
              label={words.moveDown(labelOf(id))}
              disabled={busy || index === standIns.length - 1}
              onClick={() => swap(index, 1)}
            />
            <Button
              small
              look="quiet"
              disabled={busy}
              onClick={() => void put(standIns.filter((one) => one !== id))}
              aria-label={words.leaveOutLabel(labelOf(id))}
            >
              {words.leaveOut}
            </Button>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {left.map((one) => (
          <Button key={one.id} small disabled={busy} onClick={() => void put([...standIns, one.id])}>
            {words.addStandIn(one.label)}
          </Button>
        ))}
        {ownOrder ? (
          <Button small look="quiet" disabled={busy} onClick={() => void put(null)}>
            {words.usualOrder}
          </Button>
        ) : null}
      </div>
      {failure ? <FailureNote failure={failure} /> : null}
    </Section>
  );
}
