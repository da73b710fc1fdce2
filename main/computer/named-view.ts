import { lookAgain } from './next-call.ts';
import { Refusal } from './refusal.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';

/** A named view is refused when it is older: measured over real use, one look in 75 takes longer to be acted on. */
const NAMED_VIEW_MS = 30_000;

/** The view that `observation_id` names (computer-use 5.7); one that is too old is forgotten. */
export function namedView(id: string, views: Views, now: number): View {
  const view = views.find(id);
  if (!view) {
    const current = views.current();
    const words = `There is no view ${JSON.stringify(id.slice(0, 40))} (any more). Send ${lookAgain(current)} and use its id.`;
    throw new Refusal('unknown_view', words);
  }
  const age = now - view.createdAt;
  if (age <= NAMED_VIEW_MS) return view;
  views.forget(id);
  const seconds = Math.round(age / 1000);
  const words = `View ${view.id} is ${seconds} s old; 30 s are the most. Send ${again(view)} and use the new id.`;
  throw new Refusal('expired_view', words, { age_ms: age });
}

const again = (view: View) =>
  view.kind === 'list' ? lookAgain(view).replace('"screenshot"', '"elements"') : lookAgain(view);
