import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { DEFINITIONS, leanModule } from './browser-operations.mjs';

/**
 * Files that are not precached: those into which the server writes the product's name, and compressed
 * variants.
 */
const NOT_KEPT = /^(index\.html|manifest\.webmanifest|sw\.js)$|\.(br|gz)$/;

/** Reduces the definitions of operations and problems to the properties that the browser needs. */
export const LEAN_DEFINITIONS: Plugin = {
  name: 'lean-definitions',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]contract[\\/](operations|rules)[\\/]/ }, async ({ path }) =>
      DEFINITIONS.test(path.replaceAll('\\', '/')) ? { contents: await leanModule(path) } : undefined,
    ),
};

/**
 * Bundles the service worker into `directory`, with a list of the files in it. The result is one file, since
 * a classic worker cannot import modules later.
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
    // Service workers require a secure context, in which `crypto.subtle` exists.
    external: ['@noble/hashes/sha2.js'],
    define: {
      BUILD_FILES: JSON.stringify(files),
      BUILD: JSON.stringify(build_name),
      // The server fills these in: see server/web-app.ts.
      PAGE_INTEGRITY: JSON.stringify('%PAGE_INTEGRITY%'),
      POLICY: JSON.stringify('%POLICY%'),
    },
    logLevel: 'warning',
  });
}

/** Returns the URL path and the integrity hash of every file of the build. */
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
