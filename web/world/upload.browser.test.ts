import { afterEach, expect, test } from 'vitest';
import { upload } from './upload.ts';

const real = globalThis.XMLHttpRequest;
afterEach(() => {
  globalThis.XMLHttpRequest = real;
});

function send(request: RequestInit = {}) {
  const shares: number[] = [];
  const answer = upload?.('/sent', { method: 'PUT', ...request }, (share) => shares.push(share));
  if (!answer) throw new Error('no upload here');
  return { answer, shares };
}

/** A request that goes as the test says. */
class Fake {
  static last: Fake;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 200;
  responseText = '{"a":1}';
  asked: unknown[] = [];
  constructor() {
    Fake.last = this;
  }
  open = (...asked: unknown[]) => this.asked.push(asked);
  setRequestHeader = (...header: unknown[]) => this.asked.push(header);
  getAllResponseHeaders = () => 'content-type: application/json\r\nserver-time: 12: 30\r\n';
  send = (body: unknown) => this.asked.push(body);
  abort = () => this.onabort();
}

function fake(): void {
  globalThis.XMLHttpRequest = Fake as unknown as typeof XMLHttpRequest;
}

test('tells how much has left, and answers as fetch does', async () => {
  fake();
  const body = new Blob(['photo']);
  const { answer, shares } = send({ headers: { 'x-upsert': 'true' }, body });
  const { last } = Fake;
  expect(last.asked).toEqual([['PUT', '/sent'], ['x-upsert', 'true'], body]);
  last.upload.onprogress?.({ loaded: 6, total: 10 });
  last.upload.onprogress?.({ loaded: 10, total: 10 });
  last.onload();
  const answered = await answer;
  expect(shares).toEqual([0.6, 1]);
  expect(await answered.json()).toEqual({ a: 1 });
  expect(answered.headers.get('server-time')).toBe('12: 30');
});

test('no answer is a TypeError, and a wait that is given up its reason', async () => {
  fake();
  const lost = send();
  Fake.last.onerror();
  await expect(lost.answer).rejects.toThrow(TypeError);
  const limit = new AbortController();
  const given_up = send({ signal: limit.signal });
  limit.abort('timeout');
  await expect(given_up.answer).rejects.toBe('timeout');
  await expect(send({ signal: limit.signal }).answer).rejects.toBe('timeout');
});
