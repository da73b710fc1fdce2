// `npm run lint`: types, style, layers and file sizes.

import { lint } from './lib/lint.mjs';
import { prepare } from './lib/prepare.mjs';
import { endWithUs } from './lib/run.mjs';
import { runScript } from './lib/say.mjs';

endWithUs();
await runScript(async () => {
  const { node } = await prepare({ system: [], runtime: false, build: false });
  return (await lint(node)) ? 0 : 1;
});
