import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { DEFINITIONS, leanModule } from './browser-operations.mjs';

/** The page and what the server writes the product's name into; what is compressed beside a file. */
const NOT_KEPT = /^(index\.html|manifest\.webmanifest|sw\.js)$|\.(br|gz)$/;

const LEAN_DEFINITIONS: Plugin = {
  name: 'lean-definitions',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]contract[\\/]operations[\\/]/ }, async ({ path }) =>
      DEFINITIONS.test(path.replaceAll('\\', '/')) ? { contents: await leanModule(path) } : undefined,
    ),
};

/**
 * Bundles the service worker into `directory`, with a list of all that lies there. In one file, since a worker of the classic
 * kind can load nothing later.
 */
export async function buildServiceWorker(directory: string): Promise<void> {
  const files = await filesOf(directory);
  const build_name = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  await build({
    entryPoints: ['web/worker/service-worker.ts'],
    outfile: join(directory, 'sw.js'),
    plugins: [LEAN_DEFINITIONS],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    // There is a `crypto.subtle` wherever there are service workers.
    external: ['@noble/hashes/sha2.js'],
    define: {
      BUILD_FILES: JSON.stringify(files),
      BUILD: JSON.stringify(build_name),
      // The server knows: see server/web-app.ts.
      PAGE_INTEGRITY: JSON.stringify('%PAGE_INTEGRITY%'),
      POLICY: JSON.stringify('%POLICY%'),
    },
    logLevel: 'warning',
  });
}

/** Every file of the build by its address, with what its bytes have to be. */
async function filesOf(directory: string): Promise<[path: string, integrity: string][]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(directory, '/').length))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !NOT_KEPT.test(path))
    .sort();
  return await Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const digest = createHash('sha256')
        .update(await readFile(join(directory, path)))
        .digest('base64');
      return [`/${path}`, `sha256-${digest}`];
    }),
  );
}
