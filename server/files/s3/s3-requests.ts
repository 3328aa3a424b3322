import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Random } from '../../platform/machine.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { refusalOf, S3Error, silenceOf, strangersAnswer } from './s3-error.ts';

export type Machine = { now: () => Date; random: Random };
/** How long the store has, in ms: for all attempts together where the request does not say it, and for one of them. Tests give less. */
export type Patience = { within_ms: number; answer_ms: number };

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for the bucket itself. */
  key: string;
  /** What the bucket is to do, in words that follow "cannot". */
  asked: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** How long all attempts together may take, in ms. */
  within_ms?: number;
  /** Whether it is tried again where nobody knows whether it was done; it is, unless told. */
  again_if_unknown?: boolean;
  /** What every attempt is dated, so that the store refuses those that are sent long after it; unless told, each is dated as it is sent. */
  signed_at?: Date;
};

/** Whether an answer that looks good can be the store's; any is, unless told. */
type Checked<Answer> = { isStores?: (answer: Answer) => boolean };

/** An answer that was good. */
export type S3Answer = { status: number; headers: Headers; bytes: Buffer };
/** The same with its bytes still coming; whoever takes them has so long between two pieces as for an answer. */
export type S3Stream = { status: number; headers: Headers; pieces: AsyncGenerator<Uint8Array> };

export type S3Requests = {
  /** Throws S3Error. */
  ask(request: S3Request & Checked<S3Answer>): Promise<S3Answer>;
  open(request: S3Request & Checked<Omit<S3Stream, 'pieces'>>): Promise<S3Stream>;
};

const PATIENCE: Patience = { within_ms: 30_000, answer_ms: 10_000 };
/** An attempt that sends has longer, in bytes a second. */
const BYTES_A_SECOND_MIN = 500_000;
const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 5_000;

/** Signed requests to one bucket. What may pass is tried again, each time after a longer pause, within a bounded time. */
export function s3Requests(
  bucket: BucketSetting,
  { now, random }: Machine,
  patience: Patience = PATIENCE,
): S3Requests {
  async function attempt<T>(
    request: S3Request,
    left_ms: number,
    take: (answer: Response, limit: Limit) => Promise<T>,
  ): Promise<T> {
    const sending_ms = ((request.body?.byteLength ?? 0) / BYTES_A_SECOND_MIN) * 1_000;
    const limit = timeLimit(Math.min(left_ms, patience.answer_ms + sending_ms));
    try {
      const { url, ...init } = await signed(bucket, request, request.signed_at ?? now());
      const answer = await fetch(url, { ...init, redirect: 'manual', signal: limit.signal });
      if (answer.ok) return await take(answer, limit);
      const text = await answer.text();
      const { status, headers } = answer;
      throw refusalOf({ ...request, bucket, status, text, date: headers.get('date'), now: now() });
    } catch (error) {
      limit.end();
      throw error instanceof S3Error ? error : silenceOf({ ...request, bucket }, error);
    }
  }

  async function persist<T>(
    request: S3Request,
    take: (answer: Response, limit: Limit) => Promise<T>,
  ): Promise<T> {
    const { within_ms = patience.within_ms, again_if_unknown = true } = request;
    const until = performance.now() + within_ms;
    for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(pause_ms * 2, PAUSE_MS_MAX)) {
      try {
        return await attempt(request, until - performance.now(), take);
      } catch (error) {
        const may_pass =
          error instanceof S3Error && error.is_passing && (again_if_unknown || !error.is_unknown);
        // Not all at once: those who failed together would come back together.
        const waits_ms = pause_ms * (0.5 + random.number() / 2);
        if (!may_pass || performance.now() + waits_ms >= until) throw error;
        await pause(waits_ms);
      }
    }
  }

  return {
    ask: (request) =>
      persist(request, async (answer, limit) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        limit.end();
        const { status, headers } = answer;
        // A copy that fails after its answer had begun says so in it.
        const text = request.method === 'PUT' ? bytes.toString('utf8', 0, 4_096) : '';
        if (/<Error[\s>]/.test(text))
          throw refusalOf({ ...request, bucket, status: 500, text, date: headers.get('date'), now: now() });
        const good = { status, headers, bytes };
        if (request.isStores?.(good) === false) throw strangersAnswer({ ...request, bucket });
        return good;
      }),
    open: (request) =>
      persist(request, async ({ status, headers, body }, limit) => {
        if (request.isStores?.({ status, headers }) === false) {
          await body?.cancel();
          throw strangersAnswer({ ...request, bucket });
        }
        return { status, headers, pieces: piecesOf({ ...request, bucket }, body, limit) };
      }),
  };
}

type Limit = { signal: AbortSignal; again(): void; end(): void };

/** Aborts after `ms`, counted anew by `again`. */
function timeLimit(ms: number): Limit {
  const controller = new AbortController();
  const start = () =>
    setTimeout(() => controller.abort(new DOMException('it took too long', 'TimeoutError')), Math.max(ms, 0));
  let timer = start();
  return {
    signal: controller.signal,
    again() {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}

async function* piecesOf(
  about: { bucket: BucketSetting; asked: string },
  body: ReadableStream<Uint8Array> | null,
  limit: Limit,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body ?? []) {
      limit.end();
      yield piece;
      limit.again();
    }
  } catch (error) {
    throw silenceOf(about, error);
  } finally {
    limit.end();
  }
}

/** The request with its signature, for which the store knows the secret too. What is sent is hashed into it: bytes that arrive otherwise are refused. */
async function signed(
  { bucket, endpoint, region, keys }: BucketSetting,
  { method, key, query = {}, headers = {}, body }: S3Request,
  now: Date,
) {
  const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId: keys.access_key_id,
    secretAccessKey: keys.secret_access_key,
    ...(keys.session_token !== null && { sessionToken: keys.session_token }),
    service: 's3',
    region,
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  const { url: signed_url, headers: signed_headers } = await signer.sign();
  const sent = body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> };
  return { url: signed_url, method, headers: signed_headers, ...sent };
}
