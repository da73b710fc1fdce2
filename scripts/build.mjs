// `npm run build`: everything that runs, from what changed.
import { prepare } from './lib/prepare.mjs';
import { endWithUs } from './lib/run.mjs';
import { runScript, say } from './lib/say.mjs';

endWithUs();
await runScript(async () => {
  const { checkedMs } = await prepare({ system: [], runtime: false, build: true });
  say(`built, ${checkedMs} ms`);
  return 0;
});
