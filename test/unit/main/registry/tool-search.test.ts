import { describe, expect, test } from 'vitest';
import { searchTools } from '../../../../main/registry/tool-search/search-tools.ts';
import { indexTools } from '../../../../main/registry/tool-search/tool-index.ts';
import type { SearchableTool } from '../../../../main/registry/tool-search/tool-text.ts';
import { questionWords, words } from '../../../../main/registry/tool-search/words.ts';

const tool = (
  name: string,
  description: string,
  group = 'server',
  fields: Record<string, string> = {},
): SearchableTool => ({
  name,
  group,
  description,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, { description: text }])),
  },
});

const FOUR = [
  tool('github_create_issue', 'Create an issue in a repository.', 'github'),
  tool('github_search_repos', 'Search repositories.', 'github'),
  tool('slack_send_message', 'Send a message to a channel.', 'slack'),
  tool('calendar_create_event', 'Create an event.', 'calendar'),
];
const find = (tools: SearchableTool[], query: string, limit = 5) =>
  searchTools(indexTools(tools), query, limit).map(({ tool: { name } }) => name);

describe('words', () => {
  test.each([
    ['readFileSync', ['read', 'file', 'sync']],
    ['HTTPClient.v2', ['http', 'client', 'v2']],
    ['drawing_getCanvasPng', ['draw', 'get', 'canva', 'png']],
    ['Créer un ÉVÉNEMENT', ['créer', 'un', 'événement']],
    ['ﬁle １２', ['file', '12']],
    ['必应搜索 bing', ['必应', '应搜', '搜索', 'bing']],
    ['', []],
    ['!?', []],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('a question keeps its empty words only when it has no others', () => {
    expect(questionWords('what is the weather for me')).toEqual(words('weather'));
    expect(questionWords('what is it')).toEqual(words('what is it'));
  });

  test('forms of a word meet', () => {
    const same = [
      ['issues', 'issue'],
      ['creating', 'create'],
      ['queries', 'query'],
      ['conversion', 'conversions'],
      ['matched', 'matching'],
    ];
    for (const [one = '', other = ''] of same) expect(words(one)).toEqual(words(other));
  });
});

describe('what is found', () => {
  test('the words of name and description, in any form', () => {
    expect(find(FOUR, 'create a github issue')[0]).toBe('github_create_issue');
    expect(find(FOUR, 'issues')[0]).toBe('github_create_issue');
    expect(find(FOUR, 'github', 1)).toHaveLength(1);
  });

  test('a full name comes first, in any case', () => {
    expect(find(FOUR, ' Calendar_Create_Event ')[0]).toBe('calendar_create_event');
  });

  test('part of a word, when no whole word is found', () => {
    expect(find(FOUR, 'hub')).toEqual(['github_create_issue', 'github_search_repos']);
  });

  test('a related word: a person says picture, a tool says image', () => {
    const tools = [tool('image_crop', 'Crops it.'), tool('text_count', 'Counts words.')];
    expect(find(tools, 'cut a photo')).toEqual(['image_crop']);
  });

  test('parameter names, their descriptions and choices', () => {
    const tools = [tool('lookup', 'Finds it.', 'a', { isbn: 'Number of a book' }), tool('other', 'Does more.', 'b')];
    expect(find(tools, 'isbn')).toEqual(['lookup']);
    expect(find(tools, 'book')).toEqual(['lookup']);
  });

  test('other scripts', () => {
    const tools = [tool('a', '查询火车票余票信息'), tool('b', '获取菜谱'), tool('c', 'Узнать погоду в городе')];
    expect(find(tools, '火车票')).toEqual(['a']);
    expect(find(tools, 'погоду')).toEqual(['c']);
  });

  test('a term that every tool has still ranks', () => {
    const tools = Array.from({ length: 10 }, (_, n) => tool(`cloud_${n}`, 'cloud'));
    expect(find(tools, 'cloud', 20)).toHaveLength(10);
  });

  test('the same set in another order gives the same answer', () => {
    for (const query of ['create', 'github message event', 'send'])
      expect(find([...FOUR].reverse(), query)).toEqual(find(FOUR, query));
  });
});

describe('what finds nothing', () => {
  test.each([
    'zzz',
    '',
    '   ',
    '!!!',
    'qwxz flurb',
    'lorem ipsum dolor sit amet',
    'teleport the sofa beyond create mountains',
  ])('%j', (query) => {
    expect(find(FOUR, query)).toEqual([]);
  });

  test('an empty set answers', () => {
    expect(find([], 'anything')).toEqual([]);
  });

  test('operators, huge and broken texts do no harm', () => {
    for (const query of ['"(*', 'a'.repeat(100_000), '\ud800', 'x '.repeat(5_000), '\0'])
      expect(() => find(FOUR, query)).not.toThrow();
  });
});
