import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { App } from './platform/http/endpoint.ts';

/** No address of the app ends like this: `/favicon.ico`, `/app.js.map`. */
const FILE_NAME = /\.[a-z0-9]{2,11}$/i;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Serves the built web app, compressed: hashed assets for a year, and the one page with the product's name for every address. */
export async function serveWebApp(app: App, directory: string, product_name: string): Promise<void> {
  const page = await readPage(directory, product_name);
  const answerPage = (c: Context) => c.html(page, 200, { 'cache-control': 'no-cache' });
  // The file itself still has the place for the name in it.
  app.get('/', compress(), answerPage);
  app.get('/index.html', compress(), answerPage);
  app.use('*', keepFor('public, max-age=300'));
  // The inner one decides.
  app.use('/assets/*', keepFor('public, max-age=31536000, immutable'));
  // The build has put `.br` and `.gz` beside each file that they make smaller.
  app.use('*', serveStatic({ root: directory, precompressed: true }));
  app.get('*', compress(), (c) => {
    // A page that asks for a file that is gone must not get a page; a person who mistyped an address must.
    const by_person = c.req.header('accept')?.includes('text/html');
    if (c.req.path.startsWith('/assets/') || (FILE_NAME.test(c.req.path) && !by_person)) return c.notFound();
    return answerPage(c);
  });
}

function keepFor(cache_control: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.ok || c.res.headers.has('cache-control')) return;
    c.header('cache-control', cache_control);
    // Also where the plain file was answered: what is kept for one is not for all.
    c.header('vary', 'Accept-Encoding');
  };
}

async function readPage(directory: string, product_name: string): Promise<string> {
  const path = join(directory, 'index.html');
  await stat(path).catch(() => {
    throw new Error(`The web app is not built: ${path} is missing. Run \`npm run build\`.`);
  });
  const name = product_name.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
  return (await readFile(path, 'utf8')).replaceAll('Mandoob', () => name);
}
