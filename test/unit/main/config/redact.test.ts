import { describe, expect, it } from 'vitest';
import { redact, redactValue } from '../../../../main/config/redact.ts';

const R = (count: number) => 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(4).slice(0, count);
const PEM = ['-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\nabc\n-----END RSA ', 'PRIVATE KEY-----'].join('');

describe('redact', () => {
  it.each([
    ['anthropic', `sk-ant-api03-${R(30)}`],
    ['openai', `sk-proj-${R(40)}`],
    ['openrouter', `sk-or-v1-${R(40)}`],
    ['github', `ghp_${R(36)}`],
    ['github', `github_pat_${R(40)}`],
    ['slack', `xoxb-123456789012-${R(20)}`],
    ['xai', `xai-${R(60)}`],
    ['google', `AIza${R(35)}`],
    ['google', `ya29.${R(40)}`],
    ['telegram', `123456789:${R(35)}`],
    ['aws', 'AKIAIOSFODNN7EXAMPLE'],
    ['jwt', `eyJ${R(20)}.eyJ${R(20)}.${R(30)}`],
    ['private-key', PEM],
  ])('hides a secret of %s', (vendor, secret) => {
    const text = redact(`before "${secret}" after`);
    expect(text).toBe(`before "[REDACTED:${vendor}]" after`);
  });

  it('hides what a header carries', () => {
    expect(redact('authorization: Bearer abc.def-123456')).toBe('authorization: Bearer [REDACTED:bearer]');
    expect(redact("{'x-api-key': 'hunter2hunter2'}")).toBe("{'x-api-key': '[REDACTED:api-key]'}");
  });

  it('hides a private key whose end is missing', () => {
    expect(redact(`x ${PEM.slice(0, 40)}`)).toBe('x [REDACTED:private-key]');
  });

  it('leaves ordinary text alone', () => {
    const text = 'task-force, 12:30:45, risk-adjusted, eyJ, /home/me/sk-1, https://example.org/a?b=c#d, 1234567:short';
    expect(redact(text)).toBe(text);
  });

  it('goes through fields, lists and errors', () => {
    const error = new Error(`bad key sk-${R(30)}`, { cause: { apiKey: 'plain', list: [`xai-${R(30)}`] } });
    const text = JSON.stringify(redactValue({ error, headers: { Authorization: 'anything' }, count: 3, none: null }));
    expect(text).not.toContain(R(30));
    expect(text).not.toContain('plain');
    expect(text).not.toContain('anything');
    expect(text).toContain('"count":3');
  });

  it('ends on a value that holds itself', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    expect(JSON.stringify(redactValue(value))).toContain('[too deep]');
  });
});
