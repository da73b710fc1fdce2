import { loadKoffi } from '../native/koffi.ts';
import { loadCarbon } from './carbon.ts';
import { loadCoreFoundation } from './core-foundation.ts';
import { loadCoreGraphics } from './core-graphics.ts';
import { loadHiServices } from './hi-services.ts';
import { loadObjectiveC } from './objective-c.ts';
import { loadProcessStart } from './process-start.ts';

/** Everything of macOS that is called. */
export type Quartz = Awaited<ReturnType<typeof loadQuartz>>;

export async function loadQuartz() {
  const koffi = await loadKoffi();
  return {
    ...loadCoreFoundation(koffi),
    ...loadCoreGraphics(koffi),
    ...loadHiServices(koffi),
    ...loadCarbon(koffi),
    objc: loadObjectiveC(koffi),
    processStart: loadProcessStart(koffi),
  };
}
