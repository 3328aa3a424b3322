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

/** Matches names of files, such as `/favicon.ico` and `/app.js.map`. No address of the app matches. */
const FILE_NAME = /\.[a-z0-9]{2,11}$/i;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export type WebApp = {
  /** The directory of the build. */
  directory: string;
  product_name: string;
  /** The directory with the assets of other builds, next to the files; null if those are in a bucket. */
  kept_assets: string | null;
  /** The assets of other builds in that bucket; null if there is none. */
  assets_in_bucket?: AssetsInBucket | null;
};

/**
 * Serves the built web app, compressed: hashed assets for a year, and one page, with the product's name, for
 * every address.
 */
export async function serveWebApp(
  app: App,
  { directory, product_name, kept_assets, assets_in_bucket = null }: WebApp,
): Promise<void> {
  const page = await readPage(directory, product_name);
  const answerPage = (c: Context) => c.html(page, 200, { 'cache-control': 'no-cache' });
  // The file on disk still contains the placeholder for the name.
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
  // The inner middleware takes precedence.
  app.use('/assets/*', keepFor('public, max-age=31536000, immutable'));
  // The build adds `.br` and `.gz` files next to each file that compression makes smaller.
  app.use('*', serveStatic({ root: directory, precompressed: true }));
  if (kept_assets !== null) app.use('/assets/*', serveKeptAssets(kept_assets));
  if (assets_in_bucket !== null) app.use('/assets/*', serveAssetsInBucket(assets_in_bucket));
  app.get('*', compress(), (c) => {
    // A page that requests a missing file must not receive HTML; a user who mistyped an address must.
    const by_person = c.req.header('accept')?.includes('text/html');
    if (c.req.path.startsWith('/assets/') || (FILE_NAME.test(c.req.path) && !by_person)) return c.notFound();
    return answerPage(c);
  });
}

/**
 * Serves assets that this server's build does not have: of a newer build, or of the build of an open page.
 */
function serveKeptAssets(directory: string): MiddlewareHandler {
  return async (c, next) => {
    const kept = await keptAsset(directory, c.req.path.slice('/assets/'.length));
    if (kept === null) return await next();
    const rewriteRequestPath = () => `/${kept}`;
    return await serveStatic({ root: directory, precompressed: true, rewriteRequestPath })(c, next);
  };
}

/** The build adds compressed files next to each file that compression makes smaller. */
const ENDINGS = { br: '.br', gzip: '.gz' };

function serveAssetsInBucket(assets: AssetsInBucket): MiddlewareHandler {
  return async (c, next) => {
    const name = c.req.path.slice('/assets/'.length);
    const accepted = (c.req.header('accept-encoding') ?? '').split(/[\s,;]+/);
    const encodings = (['br', 'gzip'] as const).filter((encoding) => accepted.includes(encoding));
    // A bucket that does not respond is treated as empty: the page reloads itself.
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
    // Set for an uncompressed response too: caches must not serve it to every client.
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

/** Reads the manifest and sets the name of an installed app. Null if the build has none. */
async function readManifest(directory: string, product_name: string): Promise<Made | null> {
  const text = await readIfThere(join(directory, 'manifest.webmanifest'));
  if (text === undefined) return null;
  const named = { ...JSON.parse(text), name: product_name, short_name: product_name };
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' };
  return { text: JSON.stringify(named), headers };
}

/**
 * Reads the service worker and inserts the hashes of the page to cache and of the policy. Browsers then
 * install a new worker, and with it the new page, whenever page or policy change. Null if the build has none.
 */
async function readServiceWorker(directory: string, page: string): Promise<Made | null> {
  const text = await readIfThere(join(directory, 'sw.js'));
  if (text === undefined) return null;
  const filled = text
    .replaceAll('%PAGE_INTEGRITY%', `sha256-${sha256(page)}`)
    .replaceAll('%POLICY%', sha256(CONTENT_SECURITY_POLICY).slice(0, 8));
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  return { text: filled, headers };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
