import { describe, expect, test } from 'vitest';
import { exportPage } from '../../../../../main/computer/recorder/export-page.ts';
import { escapeText, html } from '../../../../../main/computer/recorder/html.ts';
import { recordedStep, recording } from '../../../../support/sample-recording.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '<!-- --><svg/onload=alert(1)>',
  '&lt;script&gt;',
];
const image = { id: 'rpic_1', mime: 'image/png', width: 100, height: 50, bytes: 10 } as const;

test.each(HOSTILE)('no text of the screen or the conversation becomes markup: %s', (text) => {
  const step = recordedStep(1, {
    title: text,
    action: text,
    reason: text,
    code: text,
    parameters: { action: text, [text]: text },
    after: { image: { ...image, alt: text }, role: 'after', point: { x: 5, y: 5 } },
  });
  const page = exportPage(recording([step], { conversationTitle: text, reason: text }), () => 'pictures/0001.png');
  expect(page).not.toContain(text);
  expect(page).not.toMatch(/<script|<svg|<img src=x/i);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

describe('the page', () => {
  const page = exportPage(
    recording(
      [
        recordedStep(1, { after: { image, role: 'after', point: { x: 25, y: 25 } } }),
        recordedStep(2, {
          title: 'Typed 7 characters',
          parameters: { action: 'type' },
          hidden: { field: 'text', characters: 7, why: 'secure_field' },
        }),
        recordedStep(3, { outcome: null, endedAt: null, after: { image: { ...image, id: 'gone' }, role: 'after' } }),
      ],
      { end: 'cut', reason: 'program_ended', moments: [{ at: recordedStep(2).startedAt - 1, kind: 'pause' }] },
    ),
    (id) => (id === 'gone' ? null : 'pictures/0001.png'),
  );

  test('runs nothing and fetches nothing', () => {
    expect(page).toContain(`default-src &#39;none&#39;`);
    expect(page).not.toMatch(/https?:|<script|<link|<iframe|@import|url\(/);
  });

  test('marks where the action landed, in percent of the picture', () => {
    expect(page).toContain('left:25.000%;top:50.000%');
  });

  test('says that it was cut off, that a text is missing, that a step has no result, that a picture is gone', () => {
    expect(page).toContain('Cut off');
    expect(page).toContain('What happened after the last step was not recorded.');
    expect(page).toContain('7 characters, not kept: the field hides what is typed.');
    expect(page).toContain('No result recorded');
    expect(page).toContain('This picture is gone.');
  });

  test('has pauses in their place between the steps', () => {
    const places = ['id="step-1"', 'Paused by you', 'id="step-2"', 'id="step-3"'].map((part) => page.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
  });
});

test('markup made here is kept, everything else is escaped, control characters are not carried on', () => {
  expect(html`<b title="${'a"b'}">${[html`<i>${'<'}</i>`]}</b>`.markup).toBe('<b title="a&quot;b"><i>&lt;</i></b>');
  expect(escapeText('a\u0000b\u202Ec\nd')).toBe('a b c\nd');
});
