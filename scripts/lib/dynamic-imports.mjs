/**
 * Dynamic imports of CommonJS modules in a bundle. A bundler gives them `default` alone, while Node and the types
 * promise names too, so they work from sources and fail when built. The way out is a module of our own that imports the
 * names statically, and a dynamic import of that one.
 *
 * @param {import('esbuild').Metafile} metafile
 * @returns {string[]} one line each: who imports what
 */
export function dynamicCommonJs({ inputs }) {
  return Object.entries(inputs).flatMap(([importer, { imports }]) =>
    imports
      .filter(({ kind, path, external }) => kind === 'dynamic-import' && !external && inputs[path]?.format === 'cjs')
      .map(({ path }) => `${importer} imports ${path}`),
  );
}
