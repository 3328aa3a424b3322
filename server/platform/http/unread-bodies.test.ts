import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type RawConnection, rawConnection } from '../../../tests/support/raw-http.ts';
import { type Listening, listen } from './listening.ts';

/**
 * Responds before any of the body is read, with the status in the path. For a path that ends with /slow, the
 * response ends when `endSlow` is called.
 */

let listening: Listening;
let endSlow: () => void = () => undefined;
let requests: IncomingMessage[] = [];
let answers: ServerResponse[] = [];
let open: RawConnection[] = [];

beforeAll(async () => {
  listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.server.on('request', (request, answer) => {
    requests.push(request);
    answers.push(answer);
  });
  listening.answer(({ url }) => {
    const [, status, slow] = /^\/(\d+)(\/slow)?$/.exec(new URL(url).pathname) ?? [];
    if (!slow) return Response.json({}, { status: Number(status) });
    const body = new ReadableStream({
      start: (answer) => {
        answer.enqueue(new TextEncoder().encode('{}'));
        endSlow = () => answer.close();
      },
    });
    return new Response(body, { status: Number(status), headers: { 'content-length': '2' } });
  });
});
afterEach(() => {
  for (const connection of open) connection.hangUp();
  open = [];
  requests = [];
  answers = [];
});
afterAll(async () => {
  listening.server.closeAllConnections();
  await new Promise((closed) => listening.server.close(closed));
});

function sending(status: number | string, header: string, body = ''): RawConnection {
  const connection = rawConnection((listening.server.address() as AddressInfo).port);
  connection.write(`POST /${status} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n\r\n${body}`);
  open.push(connection);
  return connection;
}

const LAST_REQUEST = 'GET /200 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';

it('a request refused for overload gets a response, and its connection accepts no further request', async () => {
  const { status, text } = await sending(503, 'Content-Length: 4000000', ' '.repeat(100_000)).answered;
  expect({ status, text }).toEqual({ status: 503, text: expect.stringMatching(/^connection: close\r$/im) });
  expect(requests[0]?.socket.destroyed).toBe(false);
});

it('a refused body that continues in tiny chunks is cut off', async () => {
  await sending(401, 'Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(100_000)).closed;
  expect(requests[0]?.socket.bytesRead).toBeLessThan(100_000);
});

it.each([
  ['in chunks of one byte', 'Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(10_000)],
  ['whole', 'Content-Length: 50000', ' '.repeat(50_000)],
])('a refused body that arrived %s with its headers is not kept in memory', async (_how, header, body) => {
  await sending(503, header, body).answered;
  // By this time, the bytes of the same packet have been processed.
  await sending(200, 'Content-Length: 0').answered;
  expect(requests[0]?.readableLength).toBe(0);
});

it('a refused body is read to its end after many other clients disconnected after their refusal', async () => {
  for (let at = 0; at < 40; at += 1) {
    const connection = sending(401, 'Content-Length: 100000', 'abc');
    await connection.answered;
    connection.hangUp();
  }
  const bytes = Buffer.alloc(6 * 1024 * 1024, 1);
  const connection = sending(401, `Content-Length: ${bytes.length}`);
  await connection.sent(bytes);
  connection.write(LAST_REQUEST);
  const { text } = await connection.closed;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
});

it('a connection whose body ended before its response still accepts requests a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const connection = sending('401/slow', 'Content-Length: 6', 'abc');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    connection.write('def');
    await vi.waitFor(() => expect(requests[0]?.closed).toBe(true));
    endSlow();
    await vi.waitFor(() => expect(answers[0]?.writableFinished).toBe(true));
    await vi.advanceTimersByTimeAsync(60_000);
    connection.write(LAST_REQUEST);
    expect((await connection.closed).text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  } finally {
    vi.useRealTimers();
  }
});

it('while too many refused bodies are being discarded, the next one gets a response and its connection is closed', async () => {
  await Promise.all(Array.from({ length: 32 }, () => sending(401, 'Content-Length: 100000', 'abc').answered));
  const { status, text } = await sending(401, 'Content-Length: 100000', 'abc').answered;
  expect({ status, text }).toEqual({ status: 401, text: expect.stringMatching(/^connection: close\r$/im) });
});
