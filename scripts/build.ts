import { rename, rm, rmdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build as buildWeb } from 'vite';
import { compressAssets } from './bundle/compress-assets.ts';
import { SERVER_BUNDLE } from './bundle/server-bundle.ts';
import { buildServiceWorker } from './bundle/service-worker.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Builds the browser app into dist/web, and the server and the command line into dist/server. */
process.chdir(ROOT);
await rm('dist', { recursive: true, force: true });
await buildWeb({ configFile: 'vite.config.ts', logLevel: 'warn', build: { manifest: true } });
// The tests of bundle sizes read the manifest. It lists every file, so it is not served.
await rename('dist/web/.vite/manifest.json', 'dist/manifest.json');
await rmdir('dist/web/.vite');
await compressAssets('dist/web');
// Built after compression, because the server writes into the service worker and then compresses it.
await buildServiceWorker('dist/web');
await bundle(SERVER_BUNDLE);
