import { PATH_CODES } from '../path-codes.ts';

/** Every refusal of the search tools. */
export const SEARCH_CODES = {
  ...PATH_CODES,
  not_found: 'The path to search in does not exist.',
  not_a_directory: 'glob_search: the path to search in is a file.',
  not_a_file: 'content_search: the path is a pipe, a socket or a device.',
  invalid_pattern: 'The pattern is empty, too long, of more than one line, or its brackets do not match.',
  invalid_regex: 'The regular expression cannot be read.',
  timeout: 'The search did not end in time.',
  search_failed: 'The search ended in an unforeseen way.',
  stopped: 'The turn was stopped.',
} as const;
