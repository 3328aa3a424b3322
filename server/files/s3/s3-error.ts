import { errorCode } from '../../platform/error-code.ts';
import { errorText } from '../../platform/error-text.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { StoreError } from '../store/store-error.ts';

/** A request that the bucket rejected, failed or did not respond to. */
export class S3Error extends StoreError {
  /** The status of the response; null without a response. */
  readonly status: number | null;

  constructor(message: string, { code, status }: { code: string; status: number | null }) {
    super(message, { code, is_full: status === 507 || FULL.includes(code) });
    this.name = 'S3Error';
    this.status = status;
  }

  /** True if the same request may succeed soon. */
  get is_temporary(): boolean {
    if (this.is_full) return false;
    if (this.status === null) return true;
    return this.status >= 500 || PASSING.includes(this.code) || [408, 425, 429].includes(this.status);
  }

  /** True if the request may still take effect: no response reports its outcome. */
  get is_unknown(): boolean {
    return this.status === null || this.status === 502 || this.status === 504;
  }
}

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'TooMuchUsage'];
/** Sent with status 400 for bytes that were truncated or changed on the way. */
const PASSING = ['RequestTimeout', 'BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody'];

/** An error response. `action` is the action, which follows "cannot": `read`, `be written to`. */
type Refused = {
  bucket: BucketSetting;
  action: string;
  status: number;
  text: string;
  date: string | null;
  now: Date;
};

export function errorFromResponse({ bucket, action, status, text, date, now }: Refused): S3Error {
  const code = tagIn(text, 'Code') ?? CODES[status] ?? `HTTP ${status}`;
  const message = tagIn(text, 'Message');
  const why = EXPLANATIONS[code]?.(bucket, { date, now }) ?? message ?? 'it gave no reason';
  return new S3Error(`bucket ${bucket.bucket} at ${bucket.endpoint} cannot ${action}: ${why} (${code})`, {
    code,
    status,
  });
}

/** The error for a missing or partial response. */
export function noResponseError(
  { bucket, action }: { bucket: BucketSetting; action: string },
  error: unknown,
): S3Error {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const late = error instanceof Error && error.name === 'TimeoutError';
  const why = late ? 'it did not respond in time' : errorText(cause);
  const code = late ? 'TimeoutError' : errorCode(cause) || 'NetworkError';
  const message = `bucket ${bucket.bucket} at ${bucket.endpoint} cannot ${action}: ${why}`;
  return Object.assign(new S3Error(message, { code, status: null }), { cause });
}

/**
 * The error for a response that is not from the store, such as the page of a proxy. The request may have
 * taken effect, or may yet.
 */
export function foreignResponseError({ bucket, action }: { bucket: BucketSetting; action: string }): S3Error {
  const why = 'the response is not from the store, but from a proxy or network in front of it';
  return new S3Error(`bucket ${bucket.bucket} at ${bucket.endpoint} cannot ${action}: ${why} (NoS3)`, {
    code: 'NoS3',
    status: 502,
  });
}

/** The codes of responses without a body. */
const CODES: Record<number, string> = { 403: 'AccessDenied', 429: 'SlowDown', 503: 'ServiceUnavailable' };

type Times = { date: string | null; now: Date };
const REGION = ({ region }: BucketSetting) => `it is not in region ${region}: correct region=… in FILES_URL`;
const TOKEN = () => 'AWS_SESSION_TOKEN is invalid or has expired';

const EXPLANATIONS: Record<string, (bucket: BucketSetting, times: Times) => string> = {
  NoSuchBucket: () => 'there is no such bucket: create it, or correct FILES_URL',
  AccessDenied: ({ keys }) =>
    `key ${keys.access_key_id} has no permission for this: see the rights that docs/operate/files-in-s3.md lists`,
  InvalidAccessKeyId: ({ keys }) => `the store does not know AWS_ACCESS_KEY_ID ${keys.access_key_id}`,
  SignatureDoesNotMatch: ({ keys }) => `AWS_SECRET_ACCESS_KEY is not the secret of key ${keys.access_key_id}`,
  RequestTimeTooSkewed: (_, { date, now }) => clockText(date, now),
  ExpiredToken: TOKEN,
  InvalidToken: TOKEN,
  PermanentRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  SlowDown: () => 'it limits the rate of requests',
  ServiceUnavailable: () => 'it is not available at the moment',
};

function clockText(date: string | null, now: Date): string {
  const apart_ms = date === null ? Number.NaN : now.getTime() - Date.parse(date);
  const rule = 'set the clock of this machine, or of the store';
  if (!Number.isFinite(apart_ms)) return `this machine's clock and the store's are too far apart: ${rule}`;
  const minutes = Math.round(Math.abs(apart_ms) / 60_000);
  if (minutes === 0)
    return 'the request arrived long after it was signed: this machine or the network was suspended';
  return `this machine's clock is ${minutes} min ${apart_ms > 0 ? 'ahead of' : 'behind'} the store's: ${rule}`;
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Returns the text of the first element with this name in a response of S3; null if there is none. */
export function tagIn(xml: string, name: string): string | null {
  const begin = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, begin);
  if (begin < 0 || end < 0) return null;
  const text = xml.slice(begin + name.length + 2, end);
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
