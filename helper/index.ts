import { startWithoutStrangers } from './platform/linux/clean-start.ts';

// Nothing else is loaded before: the first life of a process that is not clean ends here.
if (process.platform === 'linux') await startWithoutStrangers();
const { run } = await import('./run.ts');
await run();
