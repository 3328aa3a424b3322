import { errorCode } from '../../platform/error-code.ts';
import { errorText } from '../../platform/error-text.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { StoreError } from '../store/store-error.ts';

/** What a bucket refused or failed at, or that it did not answer. */
export class S3Error extends StoreError {
  /** Of its answer; null where none came. */
  readonly status: number | null;

  constructor(message: string, { code, status }: { code: string; status: number | null }) {
    super(message, { code, is_full: status === 507 || FULL.includes(code) });
    this.name = 'S3Error';
    this.status = status;
  }

  /** Whether the same request may be answered in a moment. */
  get is_passing(): boolean {
    if (this.is_full) return false;
    if (this.status === null) return true;
    return this.status >= 500 || PASSING.includes(this.code) || [408, 425, 429].includes(this.status);
  }

  /** Whether what was asked may still come about: nobody has said that it did not. */
  get is_unknown(): boolean {
    return this.status === null || this.status === 502 || this.status === 504;
  }
}

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'TooMuchUsage'];
/** Said with a status of 400, of bytes that were cut off or changed on the way. */
const PASSING = ['RequestTimeout', 'BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody'];

/** A refusal as its answer tells it. `asked` says what was to be done: `read`, `be written to`. */
type Refused = {
  bucket: BucketSetting;
  asked: string;
  status: number;
  text: string;
  date: string | null;
  now: Date;
};

export function refusalOf({ bucket, asked, status, text, date, now }: Refused): S3Error {
  const code = tagIn(text, 'Code') ?? CODES[status] ?? `HTTP ${status}`;
  const said = tagIn(text, 'Message');
  const why = WORDS[code]?.(bucket, { date, now }) ?? said ?? 'it gives no reason';
  return new S3Error(`bucket ${bucket.bucket} at ${bucket.endpoint} cannot ${asked}: ${why} (${code})`, {
    code,
    status,
  });
}

/** No answer, or only part of one. */
export function silenceOf(
  { bucket, asked }: { bucket: BucketSetting; asked: string },
  error: unknown,
): S3Error {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const late = error instanceof Error && error.name === 'TimeoutError';
  const why = late ? 'it did not answer in time' : errorText(cause);
  const code = late ? 'TimeoutError' : errorCode(cause) || 'NetworkError';
  const message = `bucket ${bucket.bucket} at ${bucket.endpoint} cannot ${asked}: ${why}`;
  return Object.assign(new S3Error(message, { code, status: null }), { cause });
}

/** What something before the store answers in its place, as a proxy does with a page. What was asked may have been done or not, and may be soon. */
export function strangersAnswer({ bucket, asked }: { bucket: BucketSetting; asked: string }): S3Error {
  const why = 'what answers is not the store, but something before it';
  return new S3Error(`bucket ${bucket.bucket} at ${bucket.endpoint} cannot ${asked}: ${why} (NoS3)`, {
    code: 'NoS3',
    status: 502,
  });
}

/** Of answers without words. */
const CODES: Record<number, string> = { 403: 'AccessDenied', 429: 'SlowDown', 503: 'ServiceUnavailable' };

type Times = { date: string | null; now: Date };
const REGION = ({ region }: BucketSetting) => `it is not in region ${region}: correct region=… in FILES_URL`;
const TOKEN = () => 'AWS_SESSION_TOKEN is not good, or not any more';

const WORDS: Record<string, (bucket: BucketSetting, times: Times) => string> = {
  NoSuchBucket: () => 'there is no such bucket: make it, or correct FILES_URL',
  AccessDenied: ({ keys }) =>
    `key ${keys.access_key_id} may not do that there: see the rights that docs/operate/files-in-s3.md lists`,
  InvalidAccessKeyId: ({ keys }) => `the store does not know AWS_ACCESS_KEY_ID ${keys.access_key_id}`,
  SignatureDoesNotMatch: ({ keys }) => `AWS_SECRET_ACCESS_KEY is not the secret of key ${keys.access_key_id}`,
  RequestTimeTooSkewed: (_, { date, now }) => clockText(date, now),
  ExpiredToken: TOKEN,
  InvalidToken: TOKEN,
  PermanentRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  SlowDown: () => 'it asks to wait',
  ServiceUnavailable: () => 'it is not available at the moment',
};

function clockText(date: string | null, now: Date): string {
  const apart_ms = date === null ? Number.NaN : now.getTime() - Date.parse(date);
  const rule = 'set the clock of this machine, or of the store';
  if (!Number.isFinite(apart_ms)) return `this machine's clock and the store's are too far apart: ${rule}`;
  const minutes = Math.round(Math.abs(apart_ms) / 60_000);
  if (minutes === 0)
    return 'the request came long after it was signed: this machine or the network stood still';
  return `this machine's clock is ${minutes} min ${apart_ms > 0 ? 'ahead of' : 'behind'} the store's: ${rule}`;
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** What stands within the first element of this name in an answer of S3; null without one. */
export function tagIn(xml: string, name: string): string | null {
  const begin = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, begin);
  if (begin < 0 || end < 0) return null;
  const text = xml.slice(begin + name.length + 2, end);
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
