const COMMANDS = [
  ['screen', 'look at the screen, with numbers on what can be clicked; `screen x,y,w,h` looks closer at a part'],
  ['windows', 'lists the windows; `elements` lists the controls, `inspect 640,360` names one'],
  ['click 12 · click 640,360', 'also `double click`, `right click`; `with ctrl` holds a key'],
  ['move 640,360', 'moves the pointer; also to a number'],
  ['drag 100,200 to 300,400', 'press, move, release'],
  ['scroll down 3', 'also `at x,y`; without a point, in the middle of the newest picture'],
  ['type …', 'types the text; several lines between `"""` lines'],
  ['paste …', 'puts the text in by the clipboard'],
  ['key ctrl+s', 'presses a chord'],
  ['wait 2s', 'waits'],
  ['run <command>', 'runs a shell command'],
  ['read <path>', '`read <path> 10 20` gives 20 lines from line 10'],
  ['find <glob>', 'finds files; `in <folder>` says where'],
  ['search <text> in <path>', 'finds text in files'],
  ['git status', 'also `log`, `diff`, `branch`, `show`, `add`, `commit`, `checkout`, `pull`'],
  ['tool <name> {json}', 'runs any tool'],
  ['help', 'shows this list'],
] as const;

/** The list of commands, as Markdown. */
export function commandList(): string {
  return COMMANDS.map(([form, what]) => `- \`${form}\`: ${what}`).join('\n');
}

export function helpText(): string {
  return [
    'Direct mode runs the commands you write, one a line, in order, and stops at the first that fails.',
    commandList(),
    OFFER,
  ].join('\n\n');
}

/** For everything that is not a command. */
export function notUnderstood(): string {
  return ['No model is connected, so only these commands are understood:', commandList(), OFFER].join('\n\n');
}

const OFFER = 'To ask in your own words, connect a model under Settings > Model.';
