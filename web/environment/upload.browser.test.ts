import { afterEach, expect, test } from 'vitest';
import { upload } from './upload.ts';

const real = globalThis.XMLHttpRequest;
afterEach(() => {
  globalThis.XMLHttpRequest = real;
});

function send(request: RequestInit = {}) {
  const shares: number[] = [];
  const response = upload?.('/sent', { method: 'PUT', ...request }, (share) => shares.push(share));
  if (!response) throw new Error('This environment has no upload');
  return { response, shares };
}

/** A request whose events the test triggers. */
class Fake {
  static last: Fake;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 200;
  responseText = '{"a":1}';
  calls: unknown[] = [];
  constructor() {
    Fake.last = this;
  }
  open = (...args: unknown[]) => this.calls.push(args);
  setRequestHeader = (...header: unknown[]) => this.calls.push(header);
  getAllResponseHeaders = () => 'content-type: application/json\r\nserver-time: 12: 30\r\n';
  send = (body: unknown) => this.calls.push(body);
  abort = () => this.onabort();
}

function fake(): void {
  globalThis.XMLHttpRequest = Fake as unknown as typeof XMLHttpRequest;
}

test('an upload reports its progress and returns a response as fetch does', async () => {
  fake();
  const body = new Blob(['photo']);
  const { response, shares } = send({ headers: { 'x-upsert': 'true' }, body });
  const { last } = Fake;
  expect(last.calls).toEqual([['PUT', '/sent'], ['x-upsert', 'true'], body]);
  last.upload.onprogress?.({ loaded: 6, total: 10 });
  last.upload.onprogress?.({ loaded: 10, total: 10 });
  last.onload();
  const received = await response;
  expect(shares).toEqual([0.6, 1]);
  expect(await received.json()).toEqual({ a: 1 });
  expect(received.headers.get('server-time')).toBe('12: 30');
});

test('an upload rejects with a TypeError without a response, and with the signal’s reason when aborted', async () => {
  fake();
  const lost = send();
  Fake.last.onerror();
  await expect(lost.response).rejects.toThrow(TypeError);
  const limit = new AbortController();
  const aborted = send({ signal: limit.signal });
  limit.abort('timeout');
  await expect(aborted.response).rejects.toBe('timeout');
  await expect(send({ signal: limit.signal }).response).rejects.toBe('timeout');
});
