import { startWithoutStrangers } from './platform/linux/clean-start.ts';

// Nothing else is loaded before: the first life of the process ends here.
if (process.platform === 'linux') await startWithoutStrangers();
const { run } = await import('./run.ts');
await run();
