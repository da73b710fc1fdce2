import { PATH_CODES } from '../path-codes.ts';

/** Every refusal of the file tools. */
export const FILESYSTEM_CODES = {
  ...PATH_CODES,
  missing_path: 'The path is empty.',
  not_found: 'file_read: the file does not exist. file_edit: the old text does not occur in the file.',
  file_not_found: 'file_edit: the file does not exist.',
  is_directory: 'The path is a folder.',
  not_a_file: 'The path is a pipe, a socket or a device.',
  not_text: 'The file is binary: there is a NUL among its first 4,096 bytes.',
  unreadable: 'The system refused to read the file.',
  invalid_range: 'offset and limit must be whole numbers from 1.',
  invalid_content: 'The text contains a NUL byte.',
  empty_old_string: 'file_edit: the old text is empty.',
  not_unique: 'file_edit: the old text occurs more than once.',
  too_large: 'file_edit: the file is larger than 50 MB.',
  missing_parent: 'file_write with mkdir=false: the folder does not exist.',
  changed_meanwhile: 'file_edit: another program changed the file between reading and writing.',
  write_failed: 'The file was not written; it is as it was.',
} as const;
