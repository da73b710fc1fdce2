import type { Bridge } from '../../../protocol/ipc/bridge.ts';
import type { HostEvent } from '../../../protocol/ipc/events.ts';
import type { Reply, RouteName } from '../../../protocol/ipc/routes.ts';
import { SCENARIOS, type Scenario, type ScenarioName } from './scenario.ts';

/** What a test reaches in the page. */
export interface FakeHost {
  calls: { route: string; input: unknown }[];
  emit(event: HostEvent): void;
  answer(route: RouteName, value: unknown): void;
}

declare global {
  interface Window {
    fermix?: Bridge;
    fakeHost?: FakeHost;
    fakeScenario?: ScenarioName;
  }
}

/** A host that lives in the page: answers from a scenario and says what a test tells it to say. */
export function installFakeBridge(target: Window): void {
  const scenario: Scenario = SCENARIOS[target.fakeScenario ?? 'usual']();
  const answers = new Map<string, unknown>(Object.entries(scenario.answers));
  const listeners = new Set<(event: HostEvent) => void>();
  const calls: FakeHost['calls'] = [];
  const emit = (event: HostEvent) => {
    for (const listener of listeners) listener(event);
  };

  target.fakeHost = { calls, emit, answer: (route, value) => answers.set(route, value) };
  target.fermix = {
    pathOf: (file) => (file instanceof File && file.name !== 'image.png' ? `/home/mira/${file.name}` : ''),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async invoke(route, input): Promise<Reply<unknown>> {
      calls.push({ route, input });
      if (scenario.hang.some((name) => name === route)) return new Promise(() => undefined);
      const sentence = Object.entries(scenario.refuse).find(([name]) => name === route)?.[1];
      if (sentence) return { ok: false, code: 'store_unreadable', message: sentence };
      if (route === 'image.read') return { ok: true, value: { mime: 'image/png', data: await drawScreen() } };
      if (route === 'image.add')
        return { ok: true, value: { id: 'added', mime: 'image/png', width: 40, height: 30, bytes: 900 } };
      if (!answers.has(route)) return { ok: false, code: 'unknown_route', message: `Nothing answers ${route} here.` };
      return { ok: true, value: structuredClone(answers.get(route)) };
    },
  };
}

/** A picture like a desktop with a window on it, as PNG. */
async function drawScreen(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(1280, 720);
  const paint = canvas.getContext('2d');
  if (!paint) return new Uint8Array();
  paint.fillStyle = '#35566b';
  paint.fillRect(0, 0, 1280, 720);
  paint.fillStyle = '#e8e8e6';
  paint.fillRect(260, 120, 760, 470);
  paint.fillStyle = '#c9c9c4';
  paint.fillRect(260, 120, 760, 34);
  paint.fillStyle = '#222';
  paint.font = '20px sans-serif';
  paint.fillText('greenhouse.txt - Mousepad', 520, 144);
  paint.fillText('Água às 7 h', 290, 200);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

installFakeBridge(window);
