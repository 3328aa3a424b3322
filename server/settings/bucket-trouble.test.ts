import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BucketSetting } from '../platform/settings/files-setting.ts';
import { bucketTrouble } from './bucket-trouble.ts';

let refusal: { status: number; code: string } | null = null;
let asked: (string | undefined)[] = [];
const store = createServer((request, response) => {
  asked.push(request.method);
  if (refusal === null) response.end();
  else response.writeHead(refusal.status).end(`<Error><Code>${refusal.code}</Code></Error>`);
});
let bucket: BucketSetting;

beforeAll(async () => {
  await new Promise<void>((listening) => store.listen(0, '127.0.0.1', listening));
  const { port } = store.address() as AddressInfo;
  const keys = { access_key_id: 'the-key', secret_access_key: 'the-secret', session_token: null };
  bucket = {
    kind: 's3',
    bucket: 'proofs',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'me-central-1',
    keys,
  };
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
});
beforeEach(() => {
  asked = [];
});

test('a writable bucket is left unchanged', async () => {
  refusal = null;
  expect(await bucketTrouble(bucket)).toBeNull();
  expect(asked).toEqual(['PUT', 'DELETE']);
});

test.each([
  [404, 'NoSuchBucket', 'there is no such bucket'],
  [403, 'AccessDenied', 'key the-key has no permission for this'],
  [403, 'SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY is not the secret of key the-key'],
])('a refusal (%i %s) is reported without the secret', async (status, code, words) => {
  refusal = { status, code };
  const trouble = await bucketTrouble(bucket);
  expect(trouble).toContain(words);
  expect(trouble).not.toContain('the-secret');
});

test.each([
  [507, 'InsufficientStorage'],
  [403, 'RequestTimeTooSkewed'],
  [400, 'ExpiredToken'],
  [400, 'InvalidToken'],
])('a temporary refusal (%i %s) does not prevent the start', async (status, code) => {
  refusal = { status, code };
  expect(await bucketTrouble(bucket)).toBeNull();
});
