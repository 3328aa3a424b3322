import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Random } from '../../platform/machine.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { errorFromResponse, foreignResponseError, noResponseError, S3Error } from './s3-error.ts';

export type Machine = { now: () => Date; random: Random };
/**
 * Time limits in ms: `within_ms` for all attempts together (a request may override it), `response_ms` for
 * one. Tests use shorter ones.
 */
export type TimeLimits = { within_ms: number; response_ms: number };

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for the bucket. */
  key: string;
  /** The action for error messages, which follows "cannot". */
  action: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** The limit for all attempts together, in ms. */
  within_ms?: number;
  /** True by default. If false, it is not retried when its outcome is unknown. */
  retry_if_unknown?: boolean;
  /**
   * The date in the signature of all attempts; the store rejects those sent long after it. By default, each
   * is dated when it is sent.
   */
  signed_at?: Date;
};

/** `isFromStore` returns false if a successful response is not the store's. By default all are accepted. */
type Checked<Answer> = { isFromStore?: (answer: Answer) => boolean };

/** A successful response. */
export type S3Response = { status: number; headers: Headers; bytes: Buffer };
/**
 * A successful response whose body is being received. The time limit of a response also applies between two
 * chunks.
 */
export type S3Stream = { status: number; headers: Headers; pieces: AsyncGenerator<Uint8Array> };

export type S3Requests = {
  /** Throws S3Error. */
  send(request: S3Request & Checked<S3Response>): Promise<S3Response>;
  open(request: S3Request & Checked<Omit<S3Stream, 'pieces'>>): Promise<S3Stream>;
};

const PATIENCE: TimeLimits = { within_ms: 30_000, response_ms: 10_000 };
/** The slowest accepted upload, in bytes per second; it extends the time limit of an attempt. */
const BYTES_A_SECOND_MIN = 500_000;
const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 5_000;

/**
 * Sends signed requests to one bucket. Temporary failures are retried after increasing pauses, within the
 * time limit.
 */
export function s3Requests(
  bucket: BucketSetting,
  { now, random }: Machine,
  patience: TimeLimits = PATIENCE,
): S3Requests {
  async function attempt<T>(
    request: S3Request,
    left_ms: number,
    take: (response: Response, limit: Limit) => Promise<T>,
  ): Promise<T> {
    const sending_ms = ((request.body?.byteLength ?? 0) / BYTES_A_SECOND_MIN) * 1_000;
    const limit = timeLimit(Math.min(left_ms, patience.response_ms + sending_ms));
    try {
      const { url, ...init } = await signed(bucket, request, request.signed_at ?? now());
      const response = await fetch(url, { ...init, redirect: 'manual', signal: limit.signal });
      if (response.ok) return await take(response, limit);
      const text = await response.text();
      const { status, headers } = response;
      throw errorFromResponse({ ...request, bucket, status, text, date: headers.get('date'), now: now() });
    } catch (error) {
      limit.end();
      throw error instanceof S3Error ? error : noResponseError({ ...request, bucket }, error);
    }
  }

  async function persist<T>(
    request: S3Request,
    take: (response: Response, limit: Limit) => Promise<T>,
  ): Promise<T> {
    const { within_ms = patience.within_ms, retry_if_unknown = true } = request;
    const until = performance.now() + within_ms;
    let earlier: S3Error | undefined;
    for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(pause_ms * 2, PAUSE_MS_MAX)) {
      const left_ms = until - performance.now();
      try {
        return await attempt(request, left_ms, take);
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        // An attempt with less time than a response may take shows nothing about the store.
        if (error.code === 'TimeoutError' && left_ms < patience.response_ms && retry_if_unknown)
          throw earlier ?? error;
        earlier = error;
        const is_retryable = error.is_temporary && (retry_if_unknown || !error.is_unknown);
        // The random part keeps clients that failed together from retrying together.
        const wait_ms = pause_ms * (0.5 + random.number() / 2);
        if (!is_retryable || performance.now() + wait_ms >= until) throw error;
        await pause(wait_ms);
      }
    }
  }

  return {
    send: (request) =>
      persist(request, async (response, limit) => {
        const bytes = Buffer.from(await response.arrayBuffer());
        limit.end();
        const { status, headers } = response;
        // A copy that fails after the response has begun reports it in the body.
        const text = request.method === 'PUT' ? bytes.toString('utf8', 0, 4_096) : '';
        if (/<Error[\s>]/.test(text))
          throw errorFromResponse({
            ...request,
            bucket,
            status: 500,
            text,
            date: headers.get('date'),
            now: now(),
          });
        const good = { status, headers, bytes };
        if (request.isFromStore?.(good) === false) throw foreignResponseError({ ...request, bucket });
        return good;
      }),
    open: (request) =>
      persist(request, async ({ status, headers, body }, limit) => {
        if (request.isFromStore?.({ status, headers }) === false) {
          await body?.cancel();
          throw foreignResponseError({ ...request, bucket });
        }
        return { status, headers, pieces: piecesOf({ ...request, bucket }, body, limit) };
      }),
  };
}

type Limit = { signal: AbortSignal; again(): void; end(): void };

/** Aborts after `ms`; `again` restarts the timer. */
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
  context: { bucket: BucketSetting; action: string },
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
    throw noResponseError(context, error);
  } finally {
    limit.end();
  }
}

/**
 * Signs a request. The signature covers a hash of the body, so the store rejects bytes that were changed on
 * the way.
 */
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
