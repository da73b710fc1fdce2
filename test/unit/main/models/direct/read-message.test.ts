import { expect, test } from 'vitest';
import { readMessage } from '../../../../../main/models/direct/read-message.ts';

const one = (text: string) => {
  const read = readMessage(text);
  if (read.kind !== 'commands') return read.kind;
  return read.commands.map((command) => [command.tool, command.arguments]);
};

test.each([
  ['screen', 'computer_use', { action: 'screenshot' }],
  ['screen 10,20,300,200', 'computer_use', { action: 'screenshot', region: { x: 10, y: 20, w: 300, h: 200 } }],
  ['screen display 1', 'computer_use', { action: 'screenshot', display: 1 }],
  [
    'screen 1,2,30,40 display 1',
    'computer_use',
    { action: 'screenshot', display: 1, region: { x: 1, y: 2, w: 30, h: 40 } },
  ],
  ['windows', 'computer_use', { action: 'windows' }],
  ['windows display 2', 'computer_use', { action: 'windows', display: 2 }],
  ['elements', 'computer_use', { action: 'elements' }],
  ['elements 1,2,30,40', 'computer_use', { action: 'elements', region: { x: 1, y: 2, w: 30, h: 40 } }],
  ['inspect 640,360', 'computer_use', { action: 'inspect', x: 640, y: 360 }],
  ['inspect 12', 'computer_use', { action: 'inspect', mark: 12 }],
  ['move 12', 'computer_use', { action: 'mouse_move', mark: 12 }],
  ['scroll down 3 at 12', 'computer_use', { action: 'scroll', direction: 'down', amount: 3, mark: 12 }],
  ['double click 12', 'computer_use', { action: 'double_click', mark: 12 }],
  ['click 12', 'computer_use', { action: 'left_click', mark: 12 }],
  ['click 640,360', 'computer_use', { action: 'left_click', x: 640, y: 360 }],
  ['Click 640, 360', 'computer_use', { action: 'left_click', x: 640, y: 360 }],
  ['double click 1,2', 'computer_use', { action: 'double_click', x: 1, y: 2 }],
  ['right click 7 with ctrl+shift', 'computer_use', { action: 'right_click', mark: 7, modifiers: ['ctrl', 'shift'] }],
  [
    'click 5,6 in 1,2,300,400 confirm',
    'computer_use',
    { action: 'left_click', x: 5, y: 6, region: { x: 1, y: 2, w: 300, h: 400 }, confirm_grid: true },
  ],
  ['move 3,4', 'computer_use', { action: 'mouse_move', x: 3, y: 4 }],
  ['drag 1,2 to 3,4', 'computer_use', { action: 'left_click_drag', from: { x: 1, y: 2 }, to: { x: 3, y: 4 } }],
  ['scroll up 2 at 9,8', 'computer_use', { action: 'scroll', direction: 'up', amount: 2, x: 9, y: 8 }],
  ['scroll down 3', 'computer_use', { action: 'scroll', direction: 'down', amount: 3 }],
  ['type Grüße, 世界 👪  ', 'computer_use', { action: 'type', text: 'Grüße, 世界 👪  ' }],
  ['paste "quoted" stays', 'computer_use', { action: 'paste', text: '"quoted" stays' }],
  ['type """\none\n\n  two\n"""', 'computer_use', { action: 'type', text: 'one\n\n  two' }],
  ['key ctrl+s', 'computer_use', { action: 'key', chord: 'ctrl+s' }],
  ['wait 2s', 'computer_use', { action: 'wait', ms: 2000 }],
  ['run ls -la | wc -l', 'shell', { command: 'ls -la | wc -l' }],
  ['read notes.txt', 'file_read', { path: 'notes.txt' }],
  ['read my notes.txt 10 20', 'file_read', { path: 'my notes.txt', offset: 10, limit: 20 }],
  ['read "2024 10"', 'file_read', { path: '2024 10' }],
  ['find **/*.md', 'glob_search', { pattern: '**/*.md' }],
  ['find *.md in ~/my notes', 'glob_search', { pattern: '*.md', path: '~/my notes' }],
  ['search made in Japan in ~/notes', 'content_search', { pattern: 'made in Japan', path: '~/notes' }],
  ['git status', 'git_read', { command: 'status' }],
  ['git -C "my repo" log -n 5', 'git_read', { repo: 'my repo', command: 'log', args: ['-n', '5'] }],
  ['git commit -m "a message"', 'git_write', { command: 'commit', args: ['-m', 'a message'] }],
  ['tool file_read {"path": "a"}', 'file_read', { path: 'a' }],
  ['tool tool_help {\n "name": "shell"\n}', 'tool_help', { name: 'shell' }],
  ['tool list_things', 'list_things', {}],
])('%s', (text, tool, input) => {
  expect(one(text)).toEqual([[tool, input]]);
});

test.each(['type """', 'type """\nhello', 'paste """\none\ntwo """"\nscreen'])(
  'an unclosed text is refused: %j',
  (text) => {
    expect(readMessage(text)).toMatchObject({ kind: 'error', error: { message: 'The text is not closed.' } });
  },
);

test('an empty line and an indented end belong to the text between quotes', () => {
  expect(one('type """\n\na\n\n  """')).toEqual([['computer_use', { action: 'type', text: '\na\n' }]]);
});

test('several lines are several commands; blank lines and comments are skipped', () => {
  expect(one('screen\n\n# now type\nclick 5,5\r\ntype hello\nkey Return')).toEqual([
    ['computer_use', { action: 'screenshot' }],
    ['computer_use', { action: 'left_click', x: 5, y: 5 }],
    ['computer_use', { action: 'type', text: 'hello' }],
    ['computer_use', { action: 'key', chord: 'Return' }],
  ]);
});

test.each([
  ['click here', 'neither the number of a mark nor a point'],
  ['click', 'neither'],
  ['drag 1,2', 'two points'],
  ['scroll sideways', 'not a direction'],
  ['screen 1,2,3', 'not a region'],
  ['windows 1,2,3,4', 'not a display'],
  ['elements here', 'not a region'],
  ['inspect it', 'neither'],
  ['click 1,2 with hyper', 'not a list of modifiers'],
  ['type', 'no text'],
  ['key', 'One chord'],
  ['run', 'no command'],
  ['read', 'no path'],
  ['git push', 'not one of the git commands'],
  ['git log "open', 'quote is not closed'],
  ['tool shell {"command": }', 'not valid JSON'],
  ['tool shell [1]', 'must be a JSON object'],
  ['screen\nclick 5,5\nplease save', 'not a command'],
])('%s is refused with what is wrong', (text, words) => {
  const read = readMessage(text);
  expect(read.kind === 'error' && read.error.message).toContain(words);
});

test.each(['', '   ', 'please open my mail', 'screenshot it', 'running late', 'clickety', 'What is this?\nrun ls'])(
  '"%s" is not of the language',
  (text) => {
    expect(readMessage(text).kind).toBe('other');
  },
);

test('help is help, and too many commands are refused whole', () => {
  expect(readMessage(' Help ').kind).toBe('help');
  expect(readMessage('?').kind).toBe('help');
  expect(readMessage('screen\n'.repeat(91)).kind).toBe('error');
});
