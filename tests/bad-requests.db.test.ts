import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../server/platform/http/listening.ts';
import { type Log, silentLog } from '../server/platform/logging/log.ts';
import { type RawResponse, rawConnection } from './support/raw-http.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * Requests that no client library would send, on a raw socket: they get a 4xx or a closed connection, and the
 * server keeps running.
 */

let app: TestApp;
let shop: TestShop;
let server: Server;
let port: number;
const failures: unknown[] = [];
const responses: { route?: string; status?: number }[] = [];

beforeAll(async () => {
  const log: Log = Object.assign(Object.create(silentLog), {
    error: (entry: unknown) => failures.push(entry),
    info: (entry: object) => responses.push(entry),
  });
  app = await createTestApp({ log });
  shop = await createTestShop(app.owner);
  const listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.answer(app.app.fetch);
  ({ server, port } = listening);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await app.drop();
});

/** Writes the chunks unchanged, and returns the bytes received until the server closed the connection. */
function raw(...chunks: (string | Buffer)[]): Promise<RawResponse> {
  return exchange(chunks, false);
}

function exchange(chunks: (string | Buffer)[], hang_up: boolean): Promise<RawResponse> {
  const connection = rawConnection(port);
  for (const chunk of chunks) connection.write(chunk);
  if (hang_up) connection.end();
  return connection.closed;
}

const HOST = 'Host: 127.0.0.1\r\nConnection: close\r\n';
const signed = () => `${HOST}Authorization: Bearer ${shop.driver.session_id}\r\n`;

describe('a request line', () => {
  it.each([
    ['a bad escape', 'GET /api/% HTTP/1.1', 404],
    ['NUL', 'GET /api/%00 HTTP/1.1', 404],
    ['a parent directory', 'GET /../../../etc/passwd HTTP/1.1', 404],
    ['an escaped parent directory', 'GET /storage/v1/object/..%2f..%2f..%2fpackage.json HTTP/1.1', 404],
    ['two slashes', 'GET //api/profile HTTP/1.1', 404],
    ['another server', 'GET http://elsewhere.example/api/profile HTTP/1.1', 401],
    ['an asterisk', 'OPTIONS * HTTP/1.1', 400],
    ['an unknown method', 'BREW /api/profile HTTP/1.1', 400],
    ['TRACE', 'TRACE /api/profile HTTP/1.1', 404],
    ['another version', 'GET /api/profile HTTP/9.9', 400],
    ['a raw control character', 'GET /api/\u0001 HTTP/1.1', 400],
    ['a very long URL', `GET /api/${'x'.repeat(20_000)} HTTP/1.1`, 431],
    ['no HTTP at all', 'hello', 400],
  ])('with %s is refused', async (_what, line, status) => {
    expect((await raw(`${line}\r\n${HOST}\r\n`)).status).toBe(status);
  });
});

describe('headers', () => {
  it.each([
    ['an impossible host', 'Host: a b/c?d@e\r\nConnection: close\r\n', 400],
    ['too many bytes', `${HOST}X-Padding: ${'x'.repeat(30_000)}\r\n`, 431],
    ['a line without a name', `${HOST}: x\r\n`, 400],
    ['a body of two lengths', `${HOST}Content-Length: 1\r\nContent-Length: 2\r\n`, 400],
    ['both a length and chunks', `${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`, 400],
    ['a negative length', `${HOST}Content-Length: -1\r\n`, 400],
  ])('with %s are refused', async (_what, headers, status) => {
    expect((await raw(`POST /storage/v1/object/sign HTTP/1.1\r\n${headers}\r\n`)).status).toBe(status);
  });
});

describe('a body', () => {
  const post = () => `POST /storage/v1/object/sign HTTP/1.1\r\n${signed()}`;

  it('is refused before it is sent if its announced length is too large', async () => {
    const response = await raw(`${post()}Content-Length: 999999999999\r\n\r\n`, '{"a":');
    expect(response.status).toBe(413);
    expect(response.text).toContain('"code":"too_large"');
  });

  it('is refused at the size limit if it streams without end', async () => {
    const mebibyte = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(0x100000, 32),
      Buffer.from('\r\n'),
    ]);
    const response = await raw(`${post()}Transfer-Encoding: chunked\r\n\r\n`, mebibyte, mebibyte, mebibyte);
    expect(response.status).toBe(413);
  });

  it('counts as the client’s error if it breaks off or has an invalid chunk', async () => {
    const cut_off = await exchange([`${post()}Content-Length: 1000\r\n\r\n`, '{"a"'], true);
    expect([0, 400]).toContain(cut_off.status);
    const bad_chunk = await raw(`${post()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect([0, 400]).toContain(bad_chunk.status);
    // Both requests reached the route, which responded with 400.
    const refused = () => responses.filter(({ route, status }) => route?.endsWith('/sign') && status === 400);
    await expect.poll(refused).toHaveLength(2);
  });

  it('is ignored in a GET request', async () => {
    const response = await raw(`GET /api/profile HTTP/1.1\r\n${signed()}Content-Length: 2\r\n\r\n`, '{}');
    expect(response.status).toBe(200);
  });
});

it('after all these requests the server still works and has logged no internal failure', async () => {
  expect((await raw(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`)).status).toBe(200);
  expect(failures).toEqual([]);
});
