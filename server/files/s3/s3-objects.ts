import { type S3Error, tagIn } from './s3-error.ts';
import type { S3Request, S3Requests, S3Response, S3Stream } from './s3-requests.ts';

export type S3Object = {
  key: string;
  put_at: Date;
  /** The time of the listing by the store's clock. */
  listed_at: Date;
};

/** The objects of one bucket. All methods throw S3Error; `within_ms` limits all attempts together. */
export type S3Objects = ReturnType<typeof s3Objects>;

type Limits = Pick<S3Request, 'within_ms' | 'retry_if_unknown' | 'signed_at'>;

/** The number of consecutive interruptions without new bytes after which a stream fails. */
const BREAKS_MAX = 3;

export function s3Objects({ send: ask, open }: S3Requests, bucket: string, now: () => Date) {
  function openAt(key: string, from: number, limits: Limits = {}): Promise<S3Stream> {
    const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
    return open({ method: 'GET', key, action: `return ${key}`, headers, isFromStore: hasTag, ...limits });
  }

  /** Resumes a broken stream at its offset. */
  async function* piecesOf(key: string, opened: S3Stream): AsyncGenerator<Uint8Array> {
    let { pieces } = opened;
    let got = 0;
    for (let breaks = 0; ; ) {
      try {
        for await (const piece of pieces) {
          got += piece.byteLength;
          breaks = 0;
          yield piece;
        }
        return;
      } catch (error) {
        breaks += 1;
        if (breaks > BREAKS_MAX) throw error;
        const again = await openAt(key, got);
        // The store ignores ranges, and bytes already yielded cannot be taken back.
        if (got > 0 && again.status !== 206) throw error;
        pieces = again.pieces;
      }
    }
  }

  return {
    async put(key: string, bytes: Uint8Array, limits: Limits = {}): Promise<void> {
      await ask({ method: 'PUT', key, action: `store ${key}`, body: bytes, isFromStore: hasTag, ...limits });
    },
    /** Returns false if the source does not exist. */
    async copy(from: string, to: string, limits: Limits = {}): Promise<boolean> {
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` };
      const action = `copy ${from} to ${to}`;
      const copying = ask({ method: 'PUT', key: to, action, headers, isFromStore: isCopyResult, ...limits });
      return (await unlessNoKey(copying)) !== null;
    },
    /** Removes an object; does nothing if it does not exist. */
    async remove(key: string, limits: Limits = {}): Promise<void> {
      await unlessNoKey(
        ask({ method: 'DELETE', key, action: `remove ${key}`, isFromStore: isEmpty, ...limits }),
      );
    },
    /**
     * Returns the time of the upload; null if there is no object. A GET, since the response to a HEAD does
     * not distinguish a missing key from a missing bucket.
     */
    async putAt(key: string, limits: Limits = {}): Promise<Date | null> {
      const headers = { range: 'bytes=0-0' };
      const action = `return ${key}`;
      const found = await unlessNoKey(
        ask({ method: 'GET', key, action, headers, isFromStore: hasTag, ...limits }),
      );
      return found && new Date(found.headers.get('last-modified') ?? now());
    },
    /** Returns the bytes; null if there is no object. */
    async read(key: string, limits: Limits = {}): Promise<AsyncGenerator<Uint8Array> | null> {
      const opened = await unlessNoKey(openAt(key, 0, limits));
      return opened && piecesOf(key, opened);
    },
    /** Lists the objects whose keys begin with `prefix`, in any order. */
    async *list(prefix: string, limits: Limits = {}): AsyncGenerator<S3Object> {
      let next: string | null = null;
      do {
        const from: Record<string, string> = next === null ? {} : { 'continuation-token': next };
        const query = { 'list-type': '2', prefix, ...from };
        const { bytes, headers } = await ask({
          method: 'GET',
          key: '',
          action: 'be listed',
          query,
          isFromStore: isListed,
          ...limits,
        });
        const listed_at = new Date(headers.get('date') ?? now());
        const xml = bytes.toString('utf8');
        for (const [, one = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const put_at = new Date(tagIn(one, 'LastModified') ?? Number.NaN);
          yield { key: tagIn(one, 'Key') ?? '', put_at, listed_at };
        }
        next = tagIn(xml, 'IsTruncated') === 'true' ? tagIn(xml, 'NextContinuationToken') : null;
      } while (next !== null);
    },
  };
}

/* Marks of a store's successful response, which the page of a proxy lacks. */
const hasTag = ({ headers }: Pick<S3Response, 'headers'>) => headers.has('etag');
const isCopyResult = ({ bytes }: S3Response) => bytes.includes('<CopyObjectResult');
const isEmpty = ({ bytes }: S3Response) => bytes.byteLength === 0;
const isListed = ({ bytes }: S3Response) =>
  bytes.includes('<ListBucketResult') && bytes.toString('utf8').trimEnd().endsWith('</ListBucketResult>');

/** Returns null if the key does not exist. */
async function unlessNoKey<T>(requesting: Promise<T>): Promise<T | null> {
  try {
    return await requesting;
  } catch (error) {
    if ((error as Partial<S3Error>).code === 'NoSuchKey') return null;
    throw error;
  }
}
