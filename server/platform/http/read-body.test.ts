import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawConnection } from '../../../tests/support/raw-http.ts';
import { Problem } from '../problem.ts';
import { BODY_LIMITS } from './body-budget.ts';
import { type Listening, listen } from './listening.ts';
import { bodiesWithin, readBody } from './read-body.ts';
import type { RequestEnv } from './services.ts';

const MAX_BYTES = 5_000;

/** Responds with the body as read, or 400 and the code of the Problem. */
const app = new Hono<RequestEnv>()
  .use('*', bodiesWithin(BODY_LIMITS))
  .post('/', async (c) => c.body(await readBody(c, MAX_BYTES, { sender: 'store' })))
  .onError((error, c) => c.text(error instanceof Problem ? error.code : error.message, 400));

async function read(pieces: Iterable<Uint8Array>, headers: Record<string, string> = {}) {
  const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream;
  const answer = await app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : answer.text();
}

it('reads a body as it was sent, in chunks of any size', async () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 900 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, async (sent) => {
      const whole = Uint8Array.from(sent.flatMap((piece) => [...piece]));
      expect(await read(sent)).toEqual(whole.byteLength > MAX_BYTES ? 'too_large' : whole);
    }),
  );
});

it('accepts a body as large as its limit in chunks of one byte', async () => {
  const pieces = Array.from({ length: MAX_BYTES }, (_, at) => Uint8Array.of(at % 256));
  expect(await read(pieces)).toHaveLength(MAX_BYTES);
  expect(await read([...pieces, Uint8Array.of(1)])).toBe('too_large');
});

it('refuses a body that is shorter than announced', async () => {
  expect(await read([Uint8Array.of(1, 2)], { 'content-length': '3' })).toBe('malformed');
});

describe('on a socket', () => {
  let listening: Listening;

  beforeAll(async () => {
    listening = await listen({ host: '127.0.0.1', port: 0 });
    listening.answer(app.fetch);
  });
  afterAll(async () => {
    listening.server.closeAllConnections();
    await new Promise((closed) => listening.server.close(closed));
  });

  async function sent(pieces: string[]) {
    const connection = rawConnection((listening.server.address() as AddressInfo).port);
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
    connection.write(
      `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    const { text } = await connection.closed;
    return text.slice(text.indexOf('\r\n\r\n') + 4);
  }

  it('reads a body in chunks of any size, including some tiny ones', async () => {
    const pieces = [...'abcdefgh'.repeat(50), 'x'.repeat(3_000), 'y', 'z'.repeat(1_500)];
    expect(await sent(pieces)).toBe(pieces.join(''));
  });

  it('refuses a body in very many tiny chunks', async () => {
    expect(await sent([...'x'.repeat(4_000)])).toBe('malformed');
  });

  it('refuses a body over its limit although its length was not announced', async () => {
    expect(await sent(Array.from({ length: 200 }, (_, at) => `${at}`.padStart(1_000, '.')))).toBe(
      'too_large',
    );
  });
});
