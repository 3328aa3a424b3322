import { Agent, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rawConnection } from '../../../tests/support/raw-http.ts';
import type { ArrivingBody } from './arriving-body.ts';
import { ACCEPT_LAST_MS_MAX, DRAIN_LIMITS, FINAL_READ_MS } from './drain.ts';
import { type Listening, listen } from './listening.ts';

/** A server that responds when the test resolves one of `answers`. */
let listening: Listening;
let answers: ((response: Response) => void)[];
/** The request ids that the app receives. */
let numbers: (string | undefined)[];
let drained: Promise<void> | undefined;

beforeEach(async () => {
  answers = [];
  drained = undefined;
  listening = await listen(
    { host: '127.0.0.1', port: 0 },
    {
      connections: { headers_ms: 10_000, request_ms: 10_000, look_ms: 1_000 },
      drain: { still_taken_ms: 100, answer_ms: 300, upload_ms: 1_000 },
    },
  );
  numbers = [];
  listening.answer(async (asked, { body, request_id }) => {
    numbers.push(request_id);
    if (new URL(asked.url).pathname === '/quick') return new Response('quick');
    if (body) return new Response(String(await lengthOf(body)));
    return new Promise((resolve) => answers.push(resolve));
  });
});
afterEach(async () => {
  listening.server.closeAllConnections();
  await (drained ?? listening.drain());
});

async function lengthOf(body: ArrivingBody): Promise<number> {
  let bytes = 0;
  for (let piece = await body.next(); piece; piece = await body.next()) bytes += piece.byteLength;
  return bytes;
}

const address = (path: string) =>
  `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}${path}`;

async function answered(
  asked: ReturnType<typeof request>,
): Promise<{ status?: number; connection?: string; request_id?: string; text: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
  });
  let text = '';
  for await (const piece of answer) text += piece;
  const { statusCode: status, headers } = answer;
  return {
    ...(status ? { status } : {}),
    ...(headers.connection ? { connection: headers.connection } : {}),
    ...(headers['request-id'] ? { request_id: String(headers['request-id']) } : {}),
    text,
  };
}

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});
function keepAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

describe('a draining server', () => {
  it('responds to requests in progress and to new ones, and closes their connections', async () => {
    const agent = keepAlive();
    expect(await answered(get(address('/quick'), { agent }))).toMatchObject({ connection: 'keep-alive' });
    const slow = answered(get(address('/slow')));
    await expect.poll(() => answers.length).toBe(1);
    const later = address('/quick');
    drained = listening.drain();
    expect(listening.isDraining()).toBe(true);
    const [on_the_old_connection, on_a_new_one] = [get(later, { agent }), get(later)].map(answered);
    expect([await on_the_old_connection, await on_a_new_one]).toMatchObject([
      { text: 'quick', connection: 'close' },
      { text: 'quick', connection: 'close' },
    ]);
    answers[0]?.(new Response('late'));
    expect(await slow).toMatchObject({ status: 200, text: 'late', connection: 'close' });
    await drained;
    await expect(answered(get(later))).rejects.toThrow('ECONNREFUSED');
  });

  it('accepts requests until a proxy has noticed, and only then ends endless responses', async () => {
    let notice = () => {};
    const noticed = new Promise<void>((resolve) => {
      notice = resolve;
    });
    const stream = answered(get(address('/stream')));
    await expect.poll(() => answers.length).toBe(1);
    const ending = vi.fn(() => answers[0]?.(new Response('the end')));
    drained = listening.drain({ noticed, ending });
    expect(listening.isDraining()).toBe(true);
    expect(await answered(get(address('/quick')))).toMatchObject({ text: 'quick', connection: 'close' });
    // The wait is longer than the limit on responses once no new requests are accepted.
    const until = performance.now() + 350;
    while (performance.now() < until) await answered(get(address('/quick')));
    expect(ending).not.toHaveBeenCalled();
    notice();
    expect(await stream).toMatchObject({ status: 200, text: 'the end' });
    expect(ending).toHaveBeenCalledOnce();
    await drained;
  });

  it('responds 503 when a response takes too long, with the request id of the log line', async () => {
    const slow = answered(get(address('/slow')));
    await expect.poll(() => answers.length).toBe(1);
    const onGivenUp = vi.fn();
    drained = listening.drain({ onGivenUp });
    const { text, ...answer } = await slow;
    const [request_id] = numbers;
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer).toEqual({ status: 503, connection: 'close', request_id });
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', request_id });
    expect(onGivenUp.mock.calls).toEqual([[request_id]]);
    await drained;
  });

  it('lets an upload finish that takes longer than the limit on responses', async () => {
    const upload = request(address('/upload'), { method: 'PUT', headers: { 'content-length': 10 } });
    upload.write('12345');
    const stored = answered(upload);
    await new Promise((taken) => listening.server.once('request', taken));
    const slow = answered(get(address('/slow')));
    await expect.poll(() => answers.length).toBe(1);
    drained = listening.drain();
    expect((await slow).status).toBe(503);
    upload.end('67890');
    expect(await stored).toMatchObject({ status: 200, text: '10' });
    await drained;
  });

  it('aborts an upload that does not end, and closes connections without a request', async () => {
    const { port } = listening.server.address() as AddressInfo;
    const [silent, upload] = [rawConnection(port), rawConnection(port)];
    upload.write('PUT /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n123');
    await new Promise((taken) => listening.server.once('request', taken));
    drained = listening.drain();
    expect((await upload.closed).status).toBe(503);
    await silent.closed;
    await drained;
  });
});

it('a drain without uploads ends within two seconds, and uploads get ten', () => {
  const { still_taken_ms, answer_ms, upload_ms } = DRAIN_LIMITS;
  // A response may exceed its limit just before the server closes.
  expect(still_taken_ms + ACCEPT_LAST_MS_MAX + FINAL_READ_MS + answer_ms).toBeLessThan(2_000);
  expect(upload_ms).toBe(10_000);
});
