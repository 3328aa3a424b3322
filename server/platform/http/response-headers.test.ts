import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from './listening.ts';
import { addHeaders } from './response-headers.ts';

const app = new Hono();
app.use(async (c, next) => {
  await next();
  addHeaders(c, { 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
});
app.get('/plain', (c) => c.json({}));
app.get('/its-own', (c) => {
  c.header('Cache-Control', 'private');
  return c.body(new Blob(['streamed']).stream());
});
app.get('/made-elsewhere', () => new Response(null, { headers: { 'Cache-Control': 'public' } }));

let listening: Listening;

beforeAll(async () => {
  listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.answer(app.fetch);
});
afterAll(async () => {
  listening.server.closeAllConnections();
  await new Promise((closed) => listening.server.close(closed));
});

describe.each([
  ['sent through a socket', (path: string) => fetch(`http://127.0.0.1:${listening.port}${path}`)],
  ['without a socket', async (path: string) => app.request(path)],
])('a response %s', (_, ask) => {
  it.each([
    ['/plain', 'no-store'],
    ['/its-own', 'private'],
    ['/made-elsewhere', 'public'],
    ['/nothing', 'no-store'],
  ])('to %s gets the added headers and keeps those of its route', async (path, cache_control) => {
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toBe(cache_control);
    expect(headers.get('x-frame-options')).toBe('DENY');
  });
});

it('leaves a response that was already sent unchanged', () => {
  const sent = { headersSent: true, setHeader: () => expect.unreachable() };
  addHeaders({ env: { outgoing: sent } } as never, { 'cache-control': 'no-store' });
});
