/**
 * The layer table of the project (ARCHITECTURE.md, "Where things live"), most specific folder first: the first zone
 * whose `folder` contains a file is the file's zone. A capability folder that has no row of its own gets
 * `capabilityZone`.
 *
 * `code`: what may be imported to run; `types`: what may be imported by `import type` on top of that. A path ending in
 * `/` is a folder, any other is one file. `packages`: npm packages by name; `typePackages`: those of which only types may
 * be taken. `node`: whether Node's built-ins are allowed.
 *
 * @typedef {{ folder: string, code: string[], types?: string[], packages: string[], typePackages?: string[],
 *   node: boolean }} Zone
 */

/** Capability folders that every other capability folder may use. */
const base = ['protocol/', 'main/agent/', 'main/registry/', 'main/store/', 'main/config/', 'main/sandbox/'];

/** @type {Zone[]} */
export const zones = [
  { folder: 'protocol/', code: ['protocol/'], packages: ['zod'], node: false },
  {
    folder: 'main/agent/',
    code: ['protocol/', 'main/agent/', 'main/registry/'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'main/registry/',
    code: ['protocol/', 'main/agent/', 'main/registry/'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'main/store/',
    code: base,
    packages: ['zod', 'better-sqlite3', '@photostructure/sqlite'],
    node: true,
  },
  { folder: 'main/config/', code: base, packages: ['zod', '@decimalturn/toml-patch'], node: true },
  { folder: 'main/skills/', code: [...base, 'main/skills/'], packages: ['zod', 'yaml'], node: true },
  {
    folder: 'main/tools/skills/',
    code: [...base, 'main/tools/', 'main/skills/'],
    packages: ['zod'],
    node: true,
  },
  { folder: 'main/sandbox/', code: base, packages: ['zod', 'picomatch'], node: true },
  {
    folder: 'main/models/',
    code: [...base, 'main/models/'],
    packages: ['zod', 'undici', '@earendil-works/pi-ai'],
    node: true,
  },
  // A tool is the page of its domain: the tools of a category may use the capability folder of the same name.
  {
    folder: 'main/tools/computer/',
    code: [...base, 'main/tools/', 'main/computer/'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'main/tools/memory/',
    code: [...base, 'main/tools/', 'main/memory/'],
    packages: ['zod'],
    node: true,
  },
  { folder: 'main/tools/', code: [...base, 'main/tools/'], packages: ['zod', 'picomatch'], node: true },
  { folder: 'main/electron/', code: ['protocol/', 'main/'], packages: ['zod', 'electron'], node: true },
  { folder: 'main/cli/', code: ['protocol/', 'main/'], packages: ['zod'], node: true },
  {
    folder: 'main/ipc/',
    code: [...base, 'main/ipc/', 'main/host/', 'main/log.ts'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'main/host/',
    code: [...base, 'main/host/', 'main/log.ts'],
    packages: ['zod'],
    node: true,
  },
  { folder: 'main/index.ts', code: ['protocol/', 'main/'], packages: [], node: true },
  { folder: 'main/compose.ts', code: ['protocol/', 'main/'], packages: ['zod'], node: true },
  {
    folder: 'main/log.ts',
    code: ['protocol/', 'main/agent/', 'main/config/make-folder.ts'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'preload/',
    code: ['preload/', 'protocol/ipc/bridge.ts'],
    types: ['protocol/ipc/'],
    packages: ['electron'],
    node: false,
  },
  {
    folder: 'renderer/',
    code: ['renderer/', 'protocol/conversation/', 'protocol/json.ts'],
    types: ['protocol/ipc/'],
    packages: [
      'react',
      'react-dom',
      'react-markdown',
      'remark-gfm',
      'remend',
      'radix-ui',
      'lucide-react',
      'zustand',
      '@tanstack/react-virtual',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
      'tailwindcss',
    ],
    // The tree that react-markdown hands to our components.
    typePackages: ['hast'],
    node: false,
  },
  {
    folder: 'helper/platform/',
    code: ['protocol/', 'helper/'],
    packages: ['zod', '@jellybrick/dbus-next', 'koffi', 'sharp'],
    node: true,
  },
  { folder: 'helper/', code: ['protocol/', 'helper/'], packages: ['zod'], node: true },
];

/**
 * Every further folder of `main/` is a capability of its own: it sees itself, the layers below, and what any sibling
 * publishes as a port.
 *
 * @param {string} folder for example `main/computer/`
 * @returns {Zone}
 */
export function capabilityZone(folder) {
  return { folder, code: [...base, folder], packages: ['zod'], node: true };
}

/**
 * A port is what one capability offers to be handed over in compose.ts; its types may be read by every other part of
 * `main/` above the agent.
 *
 * @param {string} path
 */
export function isPort(path) {
  return /^main\/(?:[a-z-]+\/)+(?:ports|[a-z-]+-port)\.ts$/.test(path);
}

/** The layers below capabilities know no capability, not even its ports. */
export const portless = ['protocol/', 'main/agent/', 'main/registry/', 'preload/', 'renderer/', 'helper/'];

/** Back ends of helper/platform that several systems share; every other one is for its system alone. */
export const sharedBackEnds = ['native'];

/** Lines a file may have. */
export const sizeLimits = { source: 400, test: 600 };
