import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../main/cli/cli-error.ts';
import { parseArguments } from '../../../../main/cli/parse-arguments.ts';

function refusal(...args: string[]): CliError {
  try {
    parseArguments(args);
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('the arguments were taken');
}

describe('the command line', () => {
  it('reads verbs, words and options in any order', () => {
    expect(
      parseArguments(['--home', '/tmp/h', 'ask', 'what', 'is', 'new', '--json', '--timeout', '5000']),
    ).toMatchObject({
      verb: 'ask',
      words: ['what', 'is', 'new'],
      home: '/tmp/h',
      json: true,
      timeoutMs: 5000,
    });
    expect(parseArguments(['ask', '--attach', 'a', '--attach', 'b', '--session', 's', 'x'])).toMatchObject({
      attach: ['a', 'b'],
      session: 's',
    });
  });

  it('takes words that look like options after a double dash', () => {
    expect(parseArguments(['ask', '--', '--json']).words).toEqual(['--json']);
  });

  it('knows capabilities as tools', () => {
    expect(parseArguments(['capabilities']).verb).toBe('tools');
  });

  it.each([
    [['fly'], 'no verb "fly"'],
    [['ask', '--fast'], '--fast'],
    [['tools', '--yes'], 'tools has no option --yes'],
    [['ask', '--timeout', '0'], 'at least 1'],
    [['ask', '--timeout', '1e3'], 'whole number'],
    [['ask', '--timeout', '99999999999'], 'whole number'],
    [['tools', '--home', ' '], '--home needs a value'],
    [['tools', '--home'], '--home'],
    [[], 'Name a verb'],
  ])('refuses %j', (args, words) => {
    expect(refusal(...args)).toMatchObject({ exitCode: 2, message: expect.stringContaining(words) });
  });
});
