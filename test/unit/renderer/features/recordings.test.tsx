import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RecordingsPage } from '../../../../renderer/features/recordings/recordings-page.tsx';
import { StepCard } from '../../../../renderer/features/recordings/step-card.tsx';
import { nextStep } from '../../../../renderer/features/recordings/use-strip-focus.ts';
import { stripPictures, toListRows, toStripRows } from '../../../../renderer/state/recording-rows.ts';
import { recordedStep, recording } from '../../../support/sample-recording.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { renderWindow } from '../../../support/window-fixture/render-window.tsx';
import { actionReport, image, SETTINGS } from '../../../support/window-fixture/sample-data.ts';
import { recordingList, sampleRecording } from '../../../support/window-fixture/sample-recordings.ts';

const nothing = () => undefined;

test('sessions stand under their conversation, the newest first; one run by hand has a name', () => {
  const rows = toListRows(recordingList(7));
  const headings = rows.flatMap((row) => (row.kind === 'heading' ? [row.title] : []));
  expect(headings).toHaveLength(3);
  expect(headings[0]).toBe('Note about the greenhouse');
  expect(headings[2]).toBe('Run by hand');
  expect(rows.slice(0, 4).map((row) => row.kind)).toEqual(['heading', 'session', 'session', 'session']);
});

test('pauses stand between the steps where they happened', () => {
  const kinds = toStripRows(sampleRecording()).map((row) => (row.kind === 'step' ? row.step.n : row.moment.kind));
  expect(kinds).toEqual([1, 2, 3, 'pause', 'resume', 4, 5]);
});

test('arrow keys pass over pauses and stop at both ends', () => {
  const rows = toStripRows(sampleRecording());
  expect(nextStep(rows, 2, 'ArrowDown')).toBe(5);
  expect(nextStep(rows, 5, 'ArrowUp')).toBe(2);
  expect(nextStep(rows, 6, 'ArrowDown')).toBeNull();
  expect(nextStep(rows, 0, 'ArrowUp')).toBeNull();
  expect([nextStep(rows, 3, 'Home'), nextStep(rows, 3, 'End'), nextStep(rows, 3, 'x')]).toEqual([0, 6, null]);
});

test('every picture has its step in words', () => {
  expect(stripPictures(sampleRecording().list).map((one) => [one.caption, one.role])).toEqual([
    ['1. Looked at the screen', 'result'],
    ['2. Clicked File in Mousepad', 'before'],
    ['2. Clicked File in Mousepad', 'after'],
    ['3. Typed 12 characters into a password field in Mousepad', 'before'],
    ['3. Typed 12 characters into a password field in Mousepad', 'after'],
  ]);
});

test('an empty page says what will be here; with recording switched off it leads to the setting', async () => {
  const host = createTestHost({
    'recording.list': () => [],
    'settings.read': () => ({ ...SETTINGS, recordingDays: 0 }),
  });
  const { app } = renderWindow(<RecordingsPage id={null} callId={null} />, host);
  await waitFor(() => expect(screen.getByText(/Nothing is recorded yet/)).toBeTruthy());
  await act(() => app.settings.load());
  fireEvent.click(screen.getByRole('button', { name: 'Open storage settings' }));
  expect(app.shell.getState().page).toEqual({ name: 'settings', section: 'storage' });
});

test('the host searches, and says when nothing was found', async () => {
  const host = createTestHost({
    'recording.list': (({ search }: { search: string }) => (search === '' ? recordingList(2) : [])) as never,
  });
  renderWindow(<RecordingsPage id={null} callId={null} />, host);
  const field = await screen.findByRole('textbox', { name: 'Search recordings' });
  fireEvent.change(field, { target: { value: 'gone' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(screen.getByText('No recording matches.')).toBeTruthy());
});

test('all are deleted only after a question, and the way out has the focus', async () => {
  const host = createTestHost({ 'recording.list': () => recordingList(3), 'recording.delete-all': () => null });
  renderWindow(<RecordingsPage id={null} callId={null} />, host);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete all' }));
  expect(host.inputs('recording.delete-all')).toEqual([]);
  const dialog = screen.getByRole('dialog');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete all recordings' })));
  expect(host.inputs('recording.delete-all')).toHaveLength(1);
});

test('a recording that is gone is said to be', async () => {
  const host = createTestHost({
    'recording.open': () => {
      throw Object.assign(new Error('This recording is no longer kept.'), { code: 'recording_gone' });
    },
  });
  renderWindow(<RecordingsPage id="cua_1" callId={null} />, host);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This recording is no longer kept.'));
});

test('one that was cut off says so, can be exported and deleted, and leads to its conversation', async () => {
  const host = createTestHost({
    'recording.open': () => sampleRecording(),
    'recording.export': () => ({ folder: '/home/mira/out' }),
    'recording.delete': () => null,
  });
  const { app } = renderWindow(<RecordingsPage id="cua_1" callId={null} />, host);
  await screen.findByText('Cut off');
  expect(screen.getByText(/What happened after the last step was not recorded/)).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Export' })));
  expect(app.shell.getState().toasts.at(-1)?.text).toBe('Exported to /home/mira/out');
  fireEvent.click(screen.getByRole('button', { name: 'Delete recording' }));
  const yes = within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete recording' });
  await act(async () => fireEvent.click(yes));
  expect(host.inputs('recording.delete')).toEqual([{ id: 'cua_1' }]);
  expect(app.shell.getState().page).toEqual({ name: 'recordings', id: null });
});

test('what changes in the host is read again, the open one and the list', async () => {
  const host = createTestHost({ 'recording.list': () => recordingList(1), 'recording.open': () => recording([]) });
  const { app } = renderWindow(<p />, host);
  await act(() => app.recordings.load());
  await act(() => app.recordings.show('cua_1'));
  await act(async () => app.recordings.receive('cua_1'));
  expect([host.inputs('recording.list').length, host.inputs('recording.open').length]).toEqual([2, 2]);
  await act(async () => app.recordings.receive('cua_2'));
  expect(host.inputs('recording.open')).toHaveLength(2);
});

test('a step shows its outcome, its reason, what is not kept of a text, and what was guessed', () => {
  const step = recordedStep(3, {
    action: 'type',
    title: 'Type 12 characters',
    parameters: { action: 'type' },
    hidden: { field: 'text', characters: 12, why: 'secure_field' },
    outcome: 'refused',
    code: 'user_active',
    reason: 'The owner is using mouse or keyboard.',
    report: actionReport({ courtesy: 'yielded', marks: { count: 4, guessed: true } }),
  });
  const { container } = renderWindow(<StepCard step={step} startedAt={step.startedAt - 4000} onOpen={nothing} />);
  expect(screen.getByRole('button', { name: 'Step 3: Type 12 characters, Refused' })).toBeTruthy();
  expect(container.textContent).toContain('The owner is using mouse or keyboard.');
  fireEvent.click(screen.getByRole('button', { name: 'Details of this step' }));
  expect(container.textContent).toContain('12 characters, not kept: the field hides what is typed.');
  expect(container.textContent).toContain('It stepped aside for you');
  expect(container.textContent).toContain('guessed from the picture');
});

test('a step without a result does not look done', () => {
  const step = recordedStep(1, { outcome: null, endedAt: null, report: null });
  const { container } = renderWindow(<StepCard step={step} startedAt={step.startedAt} onOpen={nothing} />);
  expect(container.textContent).toContain('No result recorded');
  expect(container.querySelector('[aria-label="Done"]')).toBeNull();
});

test('pictures of a step open large, each by its own button', () => {
  const opened: string[] = [];
  const step = recordedStep(2, {
    before: { image: image('a'), role: 'before', point: { x: 1, y: 2 } },
    after: { image: image('b'), role: 'after', point: { x: 1, y: 2 } },
  });
  renderWindow(<StepCard step={step} startedAt={step.startedAt} onOpen={(side) => opened.push(side)} />);
  for (const button of screen.getAllByRole('button', { name: /^Open large/ })) fireEvent.click(button);
  expect(opened).toEqual(['before', 'after']);
});
