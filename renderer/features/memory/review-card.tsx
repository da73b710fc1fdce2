import { useState } from 'react';
import type { MemoryState } from '../../../protocol/ipc/memory.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { toFailure } from '../../ipc/host.ts';
import { fullTime } from '../../state/format.ts';
import { memory as words } from '../../strings/memory.ts';

/** Whether memory is used, when it was last reviewed, and how full the profiles are. */
export function ReviewCard({ facts }: { facts: MemoryState }) {
  const { host, memory, settings } = useApp();
  const [busy, setBusy] = useState<'switch' | 'review' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (what: 'switch' | 'review', work: () => Promise<unknown>) => {
    setBusy(what);
    setProblem(null);
    try {
      await work();
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    }
    await memory.load();
    setBusy(null);
  };
  const use = (value: boolean) =>
    void run('switch', async () =>
      settings.put(await host.call('settings.write', { key: 'fermix_core.memory.enabled', value })),
    );
  const reviewing = facts.reviewing || busy === 'review';
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-raised px-4 py-3">
      <SwitchRow
        label={words.enabled}
        help={facts.enabled ? words.enabledHelp : words.off}
        checked={facts.enabled}
        busy={busy === 'switch'}
        onChange={use}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3 text-sm">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <p>
            {facts.lastReviewedAt === null ? words.never : words.reviewed(fullTime(facts.lastReviewedAt))}{' '}
            {words.waiting(facts.waiting)} {facts.reviews ? '' : words.reviewsOff}
          </p>
          <p className="text-muted text-xs">
            {facts.profiles.map(({ file, bytes, cap }) => words.full(file, bytes, cap)).join(' · ')}
          </p>
        </div>
        <Button
          small
          disabled={reviewing || !facts.enabled || facts.waiting === 0}
          onClick={() => void run('review', () => host.call('memory.review', {}))}
        >
          {reviewing ? words.reviewing : words.review}
        </Button>
      </div>
      {(problem ?? facts.problem) ? (
        <p role="alert" className="text-danger text-sm">
          {problem ?? facts.problem}
        </p>
      ) : null}
    </div>
  );
}
