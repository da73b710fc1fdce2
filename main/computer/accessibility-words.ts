import type { Probe } from '../../protocol/helper/operations.ts';
import { plainLine } from './result-text.ts';

/** What a started helper said of the accessibility of this session. */
export interface KnownAccessibility {
  capabilities: { marks: boolean; elements: boolean; windows: boolean };
  /** Null when it could not be asked. */
  probe: Probe | null;
}

const SERVICES: Record<string, string> = {
  linux: 'AT-SPI',
  darwin: 'the macOS accessibility interface',
  win32: 'UI Automation',
};

/** Which accessibility features exist on this host, for the action's description (computer-use 2.3). */
export function accessibilityWords(known: KnownAccessibility | null, os: string): string {
  const service = SERVICES[os] ?? 'the accessibility service';
  if (known?.probe?.accessibility.value === false)
    return (
      `Accessibility here: none (${plainLine(known.probe.accessibility.detail)}), so elements, inspect, press and ` +
      'set_value are refused, and marks can only be guessed from the picture; use pictures and coordinates.'
    );
  if (known && !known.capabilities.elements)
    return 'Accessibility here: this helper lists no controls; use pictures and coordinates.';
  const sure = known ? '' : ' as far as the program on the screen supports it';
  return `Accessibility here: marks, elements, inspect, press and set_value work through ${service}${sure}.`;
}
