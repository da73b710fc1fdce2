import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ToolCard } from '../../../../renderer/features/chat/tool-card.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { actionReport, image, tool } from '../../../support/window-fixture/sample-data.ts';

const nothing = () => undefined;

test('what was performed has a quiet mark with a name; the other outcomes say a word', () => {
  const first = renderWindow(<ToolCard entry={tool('c', 'shell', 'Ran ls')} onOpen={nothing} />);
  expect(first.container.textContent).not.toContain('Done');
  expect(first.container.querySelector('[role="img"][aria-label="Done"][title="Done"]')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Details of: Ran ls, Done' })).toBeTruthy();
  first.unmount();
  renderWindow(
    <ToolCard entry={tool('c', 'computer_use', 'Pressed Ctrl+S', { outcome: 'unverified' })} onOpen={nothing} />,
  );
  expect(screen.getByText('Unverified')).toBeTruthy();
});

test('a refusal shows its reason and leads to its remedy', () => {
  const { app } = renderWindow(
    <ToolCard
      entry={tool('c', 'file_read', 'Read keys', {
        outcome: 'refused',
        code: 'path_protected',
        text: 'This place is protected.',
        remedy: { label: 'Open the sandbox settings', page: 'settings/sandbox' },
      })}
      onOpen={nothing}
    />,
  );
  expect(screen.getByText('This place is protected.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open the sandbox settings' }));
  expect(app.shell.getState().page).toEqual({ name: 'settings', section: 'sandbox' });
});

test('arguments are shown on demand, with secrets covered', () => {
  const entry = tool('c', 'http', 'Called the service', {
    arguments: { url: 'https://x', api_key: 'sk-verysecretvalue' },
  });
  const { container } = renderWindow(<ToolCard entry={entry} onOpen={nothing} />);
  const line = screen.getByRole('button', { name: /Details of/ });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(line);
  expect(container.textContent).toContain('https://x');
  expect(container.innerHTML).not.toContain('verysecret');
});

test('a cut result is read whole when asked for', async () => {
  const host = createTestHost({
    'tool-result.read': () => ({ text: 'all of it' }),
    'conversation.open': () => ({ entries: [] }),
  });
  const { app } = renderWindow(
    <ToolCard entry={tool('c', 'shell', 'Ran', { text: 'part', truncated: true })} onOpen={nothing} />,
    host,
  );
  app.chat.setState({ id: 'c1' });
  fireEvent.click(screen.getByRole('button', { name: /Details of/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Show the full result' }));
  await waitFor(() => expect(screen.getByText('all of it')).toBeTruthy());
  expect(host.inputs('tool-result.read')).toEqual([{ conversationId: 'c1', callId: 'c' }]);
});

test('pictures stand before and after, with the landing point, and open large', async () => {
  const host = createTestHost({ 'image.read': () => ({ mime: 'image/png', data: new Uint8Array(4) }) });
  renderWindow(
    <ToolCard
      entry={tool('c', 'computer_use', 'Clicked', {
        images: [
          { image: image('i1'), role: 'before' },
          { image: image('i2'), role: 'after', point: { x: 640, y: 360 } },
        ],
      })}
      onOpen={nothing}
    />,
    host,
  );
  const mark = await screen.findByRole('img', { name: 'Landed at 640, 360' });
  expect(mark.style.left).toBe('50%');
  expect(mark.style.top).toBe('50%');
  fireEvent.click(screen.getAllByRole('button', { name: /Open large/ })[0] ?? document.body);
  expect(screen.getByText(/Before · .* · 1 of 2/)).toBeTruthy();
  fireEvent.keyDown(window, { key: 'ArrowRight' });
  expect(screen.getByText(/After · .* · Landed at 640, 360 · 2 of 2/)).toBeTruthy();
});

test('a picture that was removed says so', async () => {
  const host = createTestHost();
  host.answer('image.read', () => {
    throw Object.assign(new Error('gone'), { code: 'image_gone' });
  });
  renderWindow(
    <ToolCard
      entry={tool('c', 'computer_use', 'Looked', { images: [{ image: image('i1'), role: 'result' }] })}
      onOpen={nothing}
    />,
    host,
  );
  expect(await screen.findByText('gone')).toBeTruthy();
});

test('a small picture is not enlarged, and stays large enough to hit', () => {
  const small = { ...image('small'), width: 40, height: 40 };
  const dot = { ...image('dot'), width: 1, height: 1 };
  const entry = tool('c', 'file_read', 'Read', {
    images: [
      { image: small, role: 'result' },
      { image: dot, role: 'result' },
    ],
  });
  renderWindow(<ToolCard entry={entry} onOpen={nothing} />);
  const frames = screen.getAllByRole('button', { name: /Open large/ });
  expect(frames.map((frame) => frame.style.maxWidth)).toEqual(['42px', '24px']);
  expect(frames.map((frame) => (frame.firstElementChild as HTMLElement).style.maxWidth)).toEqual(['40px', '1px']);
});

test('an action says how sure it is: nothing visible changed, not known, guessed from the picture', () => {
  const card = (more: Parameters<typeof tool>[3]) => {
    const { container, unmount } = renderWindow(
      <ToolCard entry={tool('c', 'computer_use', 'Clicked Save', more)} onOpen={nothing} />,
    );
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(card({ report: actionReport() })).not.toContain('Delivered');
  expect(card({ report: actionReport({ effect: 'not_observed' }) })).toContain('Delivered; nothing visible changed.');
  expect(card({ outcome: 'unverified', report: actionReport({ delivery: 'unconfirmed' }) })).toContain(
    'the pointer was elsewhere afterwards',
  );
  const lost = card({
    outcome: 'unknown',
    report: actionReport({ reason: 'The helper ended.' }),
    text: 'For the model.',
  });
  expect(lost).toContain('Not known');
  expect(lost).toContain('The helper ended.');
  expect(lost).not.toContain('For the model.');
  const guess = actionReport({ target: { role: 'button', name: '', by: 'mark', mark: 2, guessed: true } });
  expect(card({ report: guess })).toContain('guessed from the picture');
});

test('what went into a password field is not shown, and the card leads to its step in the recording', () => {
  const entry = tool('c', 'computer_use', 'Typed 7 characters into a password field', {
    arguments: { action: 'type', text: 'hunter2' },
    report: actionReport({ target: { role: 'secure_field', name: 'Password', by: 'focus', secure: true } }),
  });
  const { app, container } = renderWindow(<ToolCard entry={entry} onOpen={nothing} />);
  fireEvent.click(screen.getByRole('button', { name: /Details of/ }));
  expect(container.innerHTML).not.toContain('hunter2');
  expect(container.textContent).toContain('(7 characters)');
  fireEvent.click(screen.getByRole('button', { name: 'Open the recording' }));
  expect(app.shell.getState().page).toEqual({ name: 'recordings', id: 'cua_1', callId: 'c' });
});

test('before and after are one key apart in the large view', async () => {
  const host = createTestHost({ 'image.read': () => ({ mime: 'image/png', data: new Uint8Array(4) }) });
  const entry = tool('c', 'computer_use', 'Clicked', {
    images: [
      { image: image('i1'), role: 'before' },
      { image: image('i2'), role: 'after', point: { x: 640, y: 360 } },
    ],
  });
  renderWindow(<ToolCard entry={entry} onOpen={nothing} />, host);
  fireEvent.click(screen.getAllByRole('button', { name: /^Open large/ })[1] as HTMLElement);
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
  await waitFor(() => expect(pressed()).toEqual(['After']));
  fireEvent.keyDown(window, { key: 'b' });
  expect(pressed()).toEqual(['Before']);
  fireEvent.click(screen.getByRole('button', { name: 'After' }));
  expect(pressed()).toEqual(['After']);
  fireEvent.keyDown(window, { key: 'Home' });
  expect(pressed()).toEqual(['Before']);
});
