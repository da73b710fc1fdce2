import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Markdown } from '../../../../renderer/features/chat/markdown.tsx';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'text <iframe src="https://evil.example"></iframe> text',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<a href="javascript:alert(1)">click</a>',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](java&#115;cript:alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD4=)',
  '[click](vbscript:x)',
  '[click](file:///etc/passwd)',
  '![x](javascript:alert(1))',
  '![track](https://evil.example/pixel.png)',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '<details open ontoggle=alert(1)>',
  '<style>*{display:none}</style>',
  '<form action="https://evil.example"><input name=q></form>',
  '<base href="https://evil.example">',
  '[ref]\n\n[ref]: javascript:alert(1)',
  '```html\n<script>alert(1)</script>\n```',
  '<!-- --><object data="x"></object>',
  '<https://ok.example> <javascript:alert(1)>',
];

const FORBIDDEN =
  'script, iframe, img, svg:not(.lucide), style, form, object, embed, base, link, meta, audio, video, details';

describe.each([false, true])('while streaming: %s', (streaming) => {
  test.each(HOSTILE)('%s stays harmless', (text) => {
    const { container } = renderWindow(<Markdown text={text} streaming={streaming} />);
    expect(container.querySelectorAll(FORBIDDEN)).toHaveLength(0);
    for (const element of container.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(https?|mailto):/);
      }
    }
  });
});

test('HTML is shown as the text it is', () => {
  const { container } = renderWindow(<Markdown text={'a <b>bold</b> word'} streaming={false} />);
  expect(container.textContent).toContain('<b>bold</b>');
});

test('a link shows where it leads on focus, and opens through the host alone', () => {
  const host = createTestHost({ 'app.open-link': () => null });
  const { app } = renderWindow(<Markdown text="[docs](https://example.org/a)" streaming={false} />, host);
  const link = screen.getByRole('link', { name: /docs/ });
  fireEvent.focus(link);
  expect(app.shell.getState().linkTarget).toBe('https://example.org/a');
  const followed = fireEvent.click(link);
  expect(followed).toBe(false);
  expect(host.inputs('app.open-link')).toEqual([{ url: 'https://example.org/a' }]);
});

test('a picture on the web is offered as a link, never fetched', () => {
  renderWindow(<Markdown text="![cat](https://example.org/cat.png)" streaming={false} />);
  expect(screen.getByRole('link', { name: /Picture on the web: cat/ }).getAttribute('href')).toBe(
    'https://example.org/cat.png',
  );
});

test('an unfinished fence is drawn as code, and unfinished emphasis without its signs', () => {
  const { container, unmount } = renderWindow(<Markdown text={'```ts\nconst a = 1;'} streaming />);
  expect(container.querySelector('pre code')?.textContent).toContain('const a = 1;');
  unmount();
  const half = renderWindow(<Markdown text="this is **bol" streaming />);
  expect(half.container.querySelector('strong')?.textContent).toBe('bol');
});
