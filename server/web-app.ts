import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { getMimeType } from 'hono/utils/mime';
import { keptAsset } from './files/assets/kept-assets.ts';
import type { AssetsInBucket } from './files/s3/assets-in-bucket.ts';
import { readIfThere } from './platform/data-directory/data-directory.ts';
import type { App } from './platform/http/endpoint.ts';
import { CONTENT_SECURITY_POLICY } from './platform/http/security-headers.ts';

/** No address of the app ends like this: `/favicon.ico`, `/app.js.map`. */
const FILE_NAME = /\.[a-z0-9]{2,11}$/i;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export type WebApp = {
  /** Where the build lies. */
  directory: string;
  product_name: string;
  /** Where those of other builds lie, beside the files; null where those are in a bucket. */
  kept_assets: string | null;
  /** The same in that bucket; null where there is none. */
  assets_in_bucket?: AssetsInBucket | null;
};

/** Serves the built web app, compressed: hashed assets for a year, and the one page with the product's name for every address. */
export async function serveWebApp(
  app: App,
  { directory, product_name, kept_assets, assets_in_bucket = null }: WebApp,
): Promise<void> {
  const page = await readPage(directory, product_name);
  const answerPage = (c: Context) => c.html(page, 200, { 'cache-control': 'no-cache' });
  // The file itself still has the place for the name in it.
  app.get('/', compress(), answerPage);
  app.get('/index.html', compress(), answerPage);
  const made = {
    '/manifest.webmanifest': await readManifest(directory, product_name),
    '/sw.js': await readServiceWorker(directory, page),
  };
  for (const [path, file] of Object.entries(made)) {
    if (file) app.get(path, compress(), (c) => c.body(file.text, 200, { ...file.headers }));
  }
  app.use('*', keepFor('public, max-age=300'));
  // The inner one decides.
  app.use('/assets/*', keepFor('public, max-age=31536000, immutable'));
  // The build has put `.br` and `.gz` beside each file that they make smaller.
  app.use('*', serveStatic({ root: directory, precompressed: true }));
  if (kept_assets !== null) app.use('/assets/*', serveKeptAssets(kept_assets));
  if (assets_in_bucket !== null) app.use('/assets/*', serveAssetsInBucket(assets_in_bucket));
  app.get('*', compress(), (c) => {
    // A page that asks for a file that is gone must not get a page; a person who mistyped an address must.
    const by_person = c.req.header('accept')?.includes('text/html');
    if (c.req.path.startsWith('/assets/') || (FILE_NAME.test(c.req.path) && !by_person)) return c.notFound();
    return answerPage(c);
  });
}

/** What this server's build does not have: of a newer one, or of one that an open page is from. */
function serveKeptAssets(directory: string): MiddlewareHandler {
  return async (c, next) => {
    const kept = await keptAsset(directory, c.req.path.slice('/assets/'.length));
    if (kept === null) return await next();
    const rewriteRequestPath = () => `/${kept}`;
    return await serveStatic({ root: directory, precompressed: true, rewriteRequestPath })(c, next);
  };
}

/** The build has put compressed files beside each that they make smaller. */
const ENDINGS = { br: '.br', gzip: '.gz' };

function serveAssetsInBucket(assets: AssetsInBucket): MiddlewareHandler {
  return async (c, next) => {
    const name = c.req.path.slice('/assets/'.length);
    const accepted = (c.req.header('accept-encoding') ?? '').split(/[\s,;]+/);
    const encodings = (['br', 'gzip'] as const).filter((encoding) => accepted.includes(encoding));
    // A bucket that does not answer is as good as none: the page loads itself anew.
    const found = await assets
      .read([...encodings.map((encoding) => name + ENDINGS[encoding]), name])
      .catch(() => null);
    if (found === null) return await next();
    const encoding = encodings.find((one) => found.name === name + ENDINGS[one]);
    if (encoding) c.header('content-encoding', encoding);
    c.header('content-type', getMimeType(name) ?? 'application/octet-stream');
    return c.body(new Uint8Array(found.bytes));
  };
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
  return ((await readIfThere(path)) ?? '').replaceAll('Mandoob', () => name);
}

type Made = { text: string; headers: Record<string, string> };

/** What an installed app is called. Null where the build has none. */
async function readManifest(directory: string, product_name: string): Promise<Made | null> {
  const text = await readIfThere(join(directory, 'manifest.webmanifest'));
  if (text === undefined) return null;
  const named = { ...JSON.parse(text), name: product_name, short_name: product_name };
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' };
  return { text: JSON.stringify(named), headers };
}

/**
 * The service worker, told what page it has to keep: it is another worker to the browser, and so the page of a new version, as soon as the
 * page or its policy is another. Null where the build has none.
 */
async function readServiceWorker(directory: string, page: string): Promise<Made | null> {
  const text = await readIfThere(join(directory, 'sw.js'));
  if (text === undefined) return null;
  const told = text
    .replaceAll('%PAGE_INTEGRITY%', `sha256-${sha256(page)}`)
    .replaceAll('%POLICY%', sha256(CONTENT_SECURITY_POLICY).slice(0, 8));
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  return { text: told, headers };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
