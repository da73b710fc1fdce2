/**
 * How the helper is started on Linux, agreed between who starts it and the helper itself.
 *
 * `--clean`: nothing but the pipes (and the marker) was inherited, so it need not start over. `--marked`: descriptor 3 is
 * the host's marker and stays open for the life of the helper.
 */
export const CLEAN_ARGUMENT = '--clean';
export const MARKED_ARGUMENT = '--marked';

export const STANDARD_DESCRIPTORS: readonly number[] = [0, 1, 2];
export const MARKER_DESCRIPTOR = 3;

/** It lives long and does one thing at a time: a small young generation and few allocators keep it small. */
export const ENGINE_ARGUMENTS: readonly string[] = ['--max-semi-space-size=1'];
export const ARENAS = { name: 'MALLOC_ARENA_MAX', value: '2' } as const;
