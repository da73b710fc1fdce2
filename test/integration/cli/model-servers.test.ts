import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { onTerminal, Workshop } from '../../support/host/processes.ts';
import { createScriptedModel, type ScriptedFormat } from '../../support/scripted-model.ts';

/** What `npm exec fermix` runs from a built checkout. */
const FERMIX = fileURLToPath(new URL('../../../bin/fermix.mjs', import.meta.url));
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const FORMATS: [ScriptedFormat, string, string][] = [
  ['anthropic', 'anthropic', 'ANTHROPIC_API_KEY'],
  ['openai-responses', 'openai', 'OPENAI_API_KEY'],
  ['chat-completions', 'custom', 'CUSTOM_API_KEY'],
];

const workshop = new Workshop();
afterAll(() => workshop.dispose());

describe.each(FORMATS)('the built command and a model server that speaks %s', (format, provider, variable) => {
  it('reach each other: a picture goes out, a tool runs, the answer is the documented object', async () => {
    const server = await createScriptedModel({
      format,
      key: 'scripted-key',
      script: [
        { text: 'Reading.', toolCalls: [{ id: 'call_note', name: 'file_read', arguments: { path: 'note.txt' } }] },
        { text: 'It says bonjour é.' },
      ],
    });
    onTestFinished(() => server.close());
    const home = workshop.folder();
    mkdirSync(join(home, 'workspace'));
    writeFileSync(join(home, 'workspace', 'note.txt'), 'bonjour é\n');
    writeFileSync(join(home, 'workspace', 'dot.png'), Buffer.from(PNG, 'base64'));
    const block = ['primary = true', 'default_model = "scripted-1"', `base_url = "${server.url}"`];
    writeFileSync(join(home, 'config.toml'), `[fermix_core.providers.${provider}]\n${block.join('\n')}\n`);

    // The terminal is one stream: what belongs to stderr is led into a file, so that stdout is seen alone.
    const ask = ['ask', '--json', '--attach', join(home, 'workspace', 'dot.png'), 'what does the note say?'];
    const notes = join(home, 'stderr.txt');
    const command = ['sh', '-c', 'notes=$1; shift; exec "$@" 2>"$notes"', 'sh', notes];
    const asking = workshop.start(onTerminal([...command, process.execPath, FERMIX, '--home', home, ...ask]), {
      env: { [variable]: 'scripted-key' },
    });
    const done = await asking.ended;

    expect({ code: done.code, notes: readFileSync(notes, 'utf8') }).toEqual({
      code: 0,
      notes: expect.stringMatching(/^\[file_read\] .*: done$/m),
    });
    expect(JSON.parse(done.stdout)).toEqual({
      conversationId: expect.stringMatching(/./),
      text: 'It says bonjour é.',
      toolCalls: [{ name: 'file_read', ok: true }],
    });
    const [first, second] = server.requests;
    expect(first?.format).toBe(format);
    expect(first?.userText).toContain('what does the note say?');
    expect(first?.userImages).toEqual([{ mime: expect.stringMatching(/^image\//), data: expect.stringMatching(/./) }]);
    expect(second?.results).toMatchObject([{ text: expect.stringContaining('bonjour é') }]);
  });
});
