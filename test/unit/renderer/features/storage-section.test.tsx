import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StorageSection } from '../../../../renderer/features/settings/storage-section.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { SETTINGS } from '../../../support/window-fixture/sample-data.ts';

test.each(['0', '3651', '1.5', 'ever', ''])(
  'the days %j are not sent, and the page says which are taken',
  async (days) => {
    const host = createTestHost({ 'settings.read': () => SETTINGS });
    const { app, container } = renderWindow(<StorageSection />, host);
    await act(() => app.settings.load());
    fireEvent.change(screen.getByLabelText('Days'), { target: { value: days } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('alert').textContent).toContain('from 1 to 3650');
    expect(container.textContent).not.toMatch(/for ever/);
    expect(host.inputs('settings.write')).toEqual([]);
  },
);
