import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ComputerState } from '../../../../protocol/ipc/shapes.ts';
import { ComputerLine } from '../../../../renderer/features/shell/computer-line.tsx';
import { RailStrip } from '../../../../renderer/features/shell/rail-strip.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { COMPUTER } from '../../../support/window-fixture/sample-data.ts';

async function show(node: ReactNode, state: Partial<ComputerState>) {
  const host = createTestHost({
    'computer.state': () => ({ ...COMPUTER, ...state }),
    'computer.pause': () => ({ result: 'paused', text: 'Paused.' }),
  });
  const rendered = renderWindow(node, host);
  await act(() => rendered.app.computer.load());
  return rendered;
}

const pause = () => screen.getByRole('button', { name: /^Pause computer use/ });

test.each([
  ['side bar', <ComputerLine key="line" />],
  ['folded side bar', <RailStrip key="strip" />],
])('the %s has Pause while computer use is on, and says when it does nothing', async (_, node) => {
  const { host, app } = await show(node, { session: 'none' });
  expect(pause().getAttribute('aria-disabled')).toBe('true');
  expect(pause().title).toContain('Nothing uses the screen now');
  fireEvent.click(pause());
  expect(host.inputs('computer.pause')).toEqual([]);
  act(() => app.computer.put({ ...COMPUTER, session: 'acting' }));
  expect(pause().getAttribute('aria-disabled')).toBe('false');
  fireEvent.click(pause());
  await waitFor(() => expect(host.inputs('computer.pause')).toHaveLength(1));
});

test('there is nothing to pause while computer use is off', async () => {
  await show(<ComputerLine />, { enabled: false, session: 'none' });
  expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull();
});
