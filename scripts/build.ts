import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildWeb } from 'vite';
import { SERVER_BUNDLE } from './server-bundle.ts';
import { buildServiceWorker } from './service-worker.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The browser's part into dist/web, the server and the command line into dist/server. */
process.chdir(ROOT);
await rm('dist', { recursive: true, force: true });
await buildWeb({ configFile: 'vite.config.ts', logLevel: 'warn' });
await compressAssets('dist/web');
// Compressed by the server, which writes into it.
await buildServiceWorker('dist/web');
await bundle(SERVER_BUNDLE);

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
