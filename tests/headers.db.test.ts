import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '../server/platform/database/migrations/migration-records.ts';
import { isMigrated } from '../server/platform/database/migrations/migrations.ts';
import { openPools } from '../server/platform/database/pools.ts';
import { type Listening, listen } from '../server/platform/http/listening.ts';
import { securityHeaders } from '../server/platform/http/security-headers.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { troublesOf } from '../server/platform/logging/troubles.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';

const PAGE = `<!doctype html><html><head><title>Mandoob</title>
<meta name="product-name" content="Mandoob" /><script type="module" src="/assets/app-1a2b.js"></script></head>
<body><p>Mandoob</p></body></html>`;

let app: TestApp;
let https: TestApp;
let shop: TestShop;
let directory: string;
let listening: Listening;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mandoob-web-'));
  await mkdir(join(directory, 'web', 'assets', 'deep'), { recursive: true });
  const files = {
    'web/index.html': PAGE,
    'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'web/assets/app-1a2b.js': 'export {};\n',
    'web/assets/app-1a2b.js.br': 'in brotli',
    'web/assets/app-1a2b.js.gz': 'in gzip',
    'web/assets/app-1a2b.css': 'p{}\n',
    'web/sw.js': "keep('%PAGE_INTEGRITY%', '%POLICY%');\n",
    'web/manifest.webmanifest': '{"name":"Mandoob","short_name":"Mandoob","start_url":"/"}',
    'outside.txt': 'not to be served',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const web_directory = join(directory, 'web');
  app = await createTestApp({ web_directory });
  listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.answer(app.app.fetch);
  shop = await createTestShop(app.owner);
  https = await createTestApp({
    web_directory,
    config: readConfig({
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://shop.example',
      PRODUCT_NAME: `<b onload="x">R&D's $& $1 "Mandoob"</b>`,
    }),
    isReady: async () => isMigrated(https.database.owner, await readMigrations()),
  });
});
afterAll(async () => {
  listening.server.closeAllConnections();
  await new Promise((closed) => listening.server.close(closed));
  await app.drop();
  await https.drop();
  await rm(directory, { recursive: true, force: true });
});

/** One response of every kind. */
const RESPONSES: [string, string, number][] = [
  ['GET', '/', 200],
  ['GET', '/dashboard/next-order', 200],
  ['GET', '/assets/app-1a2b.js', 200],
  ['GET', '/assets/gone.js', 404],
  ['GET', '/favicon.svg', 200],
  ['GET', '/sw.js', 200],
  ['GET', '/manifest.webmanifest', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/api/profile', 401],
  ['GET', '/api/nothing', 404],
  ['POST', '/auth/v1/token?grant_type=password', 400],
  ['GET', '/auth/v1/user', 401],
  ['GET', '/storage/v1/object/signed/x', 403],
  ['POST', '/functions/v1/fulfill-shopify-order', 401],
  ['POST', '/', 404],
];

describe.each(RESPONSES)('%s %s', (method, path, status) => {
  it(`responds with ${status}, a request id, the time and the security headers`, async () => {
    const before = Date.now();
    const response = await app.send(method, path);
    expect(response.status).toBe(status);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      'cache-control': expect.stringMatching(/./),
    });
    expect(Number(headers['server-time'])).toBeGreaterThanOrEqual(before);
    expect(Number(headers['server-time'])).toBeLessThanOrEqual(Date.now());
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');

    const policy = directivesOf(headers['content-security-policy'] ?? '');
    expect(policy['default-src']).toBe("'none'");
    expect(policy['script-src']).toBe("'self'");
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(policy['base-uri']).toBe("'none'");
    expect(policy['worker-src']).toBe("'self'");
    expect(policy['manifest-src']).toBe("'self'");
    expect(JSON.stringify({ ...policy, 'style-src': '' })).not.toMatch(/unsafe|\*|http/);

    for (const feature of ['camera', 'geolocation']) {
      expect(headers['permissions-policy']).toContain(`${feature}=(self)`);
    }
    for (const feature of ['microphone', 'payment', 'usb']) {
      expect(headers['permissions-policy']).toContain(`${feature}=()`);
    }
    if (/^\/(api|auth|storage|functions|openapi|healthz|readyz)/.test(path) || status >= 400) {
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('has the same headers on a socket', async () => {
    const response = await app.send(method, path);
    const address = `http://127.0.0.1:${listening.port}${path}`;
    // A busy server may close a kept-alive connection just as it is reused.
    const headers = { 'accept-encoding': 'identity', connection: 'close' };
    const sent = await fetch(address, { method, headers });
    expect(sent.status).toBe(status);
    const of_one_only = { 'request-id': expect.anything(), 'server-time': expect.anything() };
    const expected = { ...Object.fromEntries(response.headers), ...of_one_only };
    expect(Object.fromEntries(sent.headers)).toMatchObject(expected);
  });

  it('responds to HEAD with the same headers and no body', async () => {
    if (method !== 'GET') return;
    const [get, head] = [await app.send('GET', path), await app.send('HEAD', path)];
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });
});

function directivesOf(policy: string): Record<string, string> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+(.*)/s));
  return Object.fromEntries(directives.map(([name = '', sources = '']) => [name, sources]));
}

describe('a response', () => {
  it('has a different id for each request, which its problem repeats', async () => {
    const [one, two] = [await app.send('GET', '/api/nothing'), await app.send('GET', '/api/nothing')];
    expect(one.headers.get('request-id')).not.toBe(two.headers.get('request-id'));
    expect(await one.json()).toMatchObject({ code: 'not_found', request_id: one.headers.get('request-id') });
  });

  it('is not readable by other sites, and preflight requests are not granted', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    for (const [method, path] of [
      ['GET', '/api/profile'],
      ['GET', '/openapi.json'],
      ['GET', '/assets/app-1a2b.js'],
      ['OPTIONS', '/api/deliveries'],
      ['OPTIONS', '/auth/v1/token?grant_type=password'],
    ] as const) {
      const response = await app.send(method, path, { as: shop.driver.session_id, headers });
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('never redirects to another site', async () => {
    for (const path of [
      '//elsewhere.example',
      '/\\\\elsewhere.example',
      '/login?to=https://elsewhere.example',
      '/assets',
    ]) {
      const response = await app.send('GET', path);
      expect([200, 404]).toContain(response.status);
      expect(response.headers.get('location')).toBeNull();
    }
  });

  it('is not cached if it contains personal data', async () => {
    const response = await app.send('GET', '/api/profile', { as: shop.driver.session_id });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('has the time of the server’s clock in ms', async () => {
    app.clock.now = new Date('2026-11-20T10:00:00.123Z');
    const response = await app.send('GET', '/api/nothing');
    app.clock.now = null;
    expect(response.headers.get('server-time')).toBe('1795168800123');
  });

  it('requires https for a year if the public URL has it, and for subdomains if they are set', async () => {
    for (const path of ['/', '/api/profile', '/assets/app-1a2b.js']) {
      const response = await https.send('GET', path, { headers: { host: 'elsewhere.example' } });
      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    const below = readConfig({ PUBLIC_URL: 'https://shop.example', HSTS_SUBDOMAINS: 'yes' });
    const response = await new Hono().use(securityHeaders(below)).request('/');
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const document = await (await https.send('GET', '/openapi.json')).json();
    expect(document.servers).toEqual([{ url: 'https://shop.example' }]);
  });
});

describe('the web app', () => {
  it('serves one page for all its URLs, revalidated each time', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/login',
      '/dashboard/next-order',
      '/dashboard/no-such-page',
      '/%',
      '/a%00b',
      '/.git/HEAD',
    ]) {
      const response = await app.send('GET', path);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(PAGE);
    }
  });

  it('serves its hashed assets with their type, cacheable for a year', async () => {
    for (const [name, type] of [
      ['app-1a2b.js', 'text/javascript; charset=utf-8'],
      ['app-1a2b.css', 'text/css; charset=utf-8'],
    ] as const) {
      const response = await app.send('GET', `/assets/${name}`);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await response.text()).toBe(await readFile(join(directory, 'web', 'assets', name), 'utf8'));
    }
    const icon = await app.send('GET', '/favicon.svg');
    expect(icon.headers.get('cache-control')).toBe('public, max-age=300');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  });

  it.each([
    ['gzip, deflate, br', 'br', 'in brotli'],
    ['gzip', 'gzip', 'in gzip'],
    ['identity', null, 'export {};\n'],
  ])(
    'responds to accept-encoding %s with encoding %s, and with a vary header',
    async (takes, encoding, text) => {
      const response = await app.send('GET', '/assets/app-1a2b.js', {
        headers: { 'accept-encoding': takes },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await response.text()).toBe(text);
    },
  );

  it.each([
    '/assets/gone-9z8y.js',
    '/assets/',
    '/assets/deep',
    `/assets/${'a'.repeat(255)}`,
    `/assets/${'a'.repeat(300)}`,
    '/assets/app-1a2b.js/x',
    '/assets/%00',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/..%5coutside.txt',
    '//outside.txt',
    '/outside.txt',
    '/robots.txt',
    '/worker.js',
    '/app.js.map',
    '/assets/app-1a2b.js.map',
    '/.git/config.txt',
    '/.git',
    '/.env',
  ])('responds to %s with a problem, never with a page or another file', async (path) => {
    const response = await app.send('GET', path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('logs requests of any number of unknown URLs under a few routes', async () => {
    const routes = new Set<string>();
    const log = createLog('info', { write: (line) => routes.add(JSON.parse(line).route) });
    const logging = await createTestApp({ web_directory: join(directory, 'web'), log });
    try {
      for (const name of ['a', 'b', 'c'.repeat(300), '%00', '..%2fx']) {
        for (const under of ['/', '/assets/', '/api/', '/auth/v1/', '/storage/v1/object/x/', '/webhooks/']) {
          for (const method of ['GET', 'POST']) await logging.send(method, under + name);
        }
      }
    } finally {
      await logging.drop();
    }
    const patterns = ['/*', '/api/*', '/assets/*', '/auth/*', '/storage/*', '/webhooks/*'];
    expect([...routes].sort()).toEqual(patterns);
  });

  it('has a service worker that is revalidated each time and differs if the page differs', async () => {
    const workers = await Promise.all([app, https].map((one) => one.send('GET', '/sw.js')));
    const texts = [];
    for (const [at, response] of workers.entries()) {
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const page = await (await [app, https][at]?.send('GET', '/'))?.text();
      const integrity = `sha256-${createHash('sha256')
        .update(page ?? '')
        .digest('base64')}`;
      const text = await response.text();
      expect(text).toMatch(/^keep\('sha256-.{44}', '.{8}'\);\n$/);
      expect(text).toContain(integrity);
      texts.push(text);
    }
    expect(new Set(texts).size).toBe(2);
  });

  it('is installed under the product’s name', async () => {
    const response = await https.send('GET', '/manifest.webmanifest');
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const name = `<b onload="x">R&D's $& $1 "Mandoob"</b>`;
    expect(await response.json()).toEqual({ name, short_name: name, start_url: '/' });
    const built = JSON.parse(await readFile('web/public/manifest.webmanifest', 'utf8'));
    for (const { src, sizes } of built.icons.filter(({ type }: { type: string }) => type === 'image/png')) {
      const png = await readFile(join('web/public', src));
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(built.icons.map(({ purpose = 'any' }) => purpose)).toContain('maskable');
  });

  it('escapes any product name as text', async () => {
    const page = await (await https.send('GET', '/')).text();
    const name = `&lt;b onload=&quot;x&quot;&gt;R&amp;D's $&amp; $1 &quot;Mandoob&quot;&lt;/b&gt;`;
    expect(page).toContain(`<title>${name}</title>`);
    expect(page).toContain(`content="${name}"`);
    expect(page).toContain(`<p>${name}</p>`);
    expect(page).not.toContain('<b ');
  });

  it('has a page that the policy allows: without inline scripts and handlers', async () => {
    const page = await readFile('web/index.html', 'utf8');
    for (const [, attributes = '', inner = ''] of page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
      expect(attributes).toContain('src="/');
      expect(inner.trim()).toBe('');
    }
    expect(page).not.toMatch(/\son\w+\s*=|javascript:|<base\b|http-equiv/i);
  });

  it('fails to start with a hint if the web app is not built', async () => {
    await expect(createTestApp({ web_directory: join(directory, 'nowhere') })).rejects.toThrow(
      'npm run build',
    );
  });
});

describe('the health of the server', () => {
  it('is alive without a database, and ready only with a migrated one', async () => {
    expect(await (await https.send('GET', '/healthz')).json()).toEqual({ alive: true });
    const ready = await https.send('GET', '/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);

    const gone = openPools({
      owner_url: 'postgres://x@127.0.0.1:1/x',
      request_url: 'postgres://x@127.0.0.1:1/x',
    });
    const without_database = await createTestApp({
      isReady: async () => isMigrated(gone.owner, await readMigrations()),
    });
    try {
      const response = await without_database.send('GET', '/readyz');
      expect([response.status, await response.json()]).toEqual([503, { ready: false }]);
      expect((await without_database.send('GET', '/healthz')).status).toBe(200);
    } finally {
      await gone.close();
      await without_database.drop();
    }
  });

  it('is ready but degraded while another part fails, and only the log has the details', async () => {
    const logged: string[] = [];
    let trouble: string | null = 'files cannot be stored: ENOSPC: no space left on device';
    const clock = { now: new Date() };
    const log = createLog('info', { write: (line) => logged.push(line) });
    const degraded = await createTestApp({
      troubles: troublesOf([async () => trouble], { log, now: () => clock.now }),
    });
    const readiness = async () => {
      const response = await degraded.send('GET', '/readyz');
      return [response.status, await response.json()];
    };
    try {
      expect(await readiness()).toEqual([200, { ready: true, status: 'degraded' }]);
      expect(await readiness()).toEqual([200, { ready: true, status: 'degraded' }]);
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'error', trouble, msg: 'degraded' },
      ]);
      trouble = null;
      clock.now = new Date(clock.now.getTime() + 10_000);
      expect(await readiness()).toEqual([200, { ready: true }]);
      expect(logged).toHaveLength(2);
    } finally {
      await degraded.drop();
    }
  });

  it('is not ready while another server migrates', async () => {
    const { owner } = https.database;
    await owner.query(
      `delete from migrations.fingerprints where name = (select max(name) from migrations.fingerprints)`,
    );
    expect((await https.send('GET', '/readyz')).status).toBe(503);
  });
});
