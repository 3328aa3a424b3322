import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { build } from 'vite';
import { compressAssets } from '../../scripts/bundle/compress-assets.ts';
import type { App } from '../../server/platform/http/endpoint.ts';
import { serveWebApp } from '../../server/web-app.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';

const PAGE = fileURLToPath(new URL('page', import.meta.url));

/**
 * Builds, compresses and serves the bare page and the page that shrinks photos, as the product's pages are.
 */
export async function openBarePage(): Promise<{ url: string; close(): Promise<void> }> {
  const directory = await makeTemporaryDirectory();
  const built = join(directory.path, 'web');
  await build({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    root: PAGE,
    logLevel: 'error',
    build: {
      outDir: built,
      rolldownOptions: { input: [join(PAGE, 'index.html'), join(PAGE, 'photo.html')] },
    },
  });
  await compressAssets(built);
  const app = new Hono();
  await serveWebApp(app as unknown as App, {
    directory: built,
    product_name: 'Bare',
    kept_assets: join(built, 'kept'),
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await directory.remove();
    },
  };
}
