import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import type { Arrived, Content, LoadableStore, SetAside } from '../store/content-store.ts';
import { StoreError } from '../store/store-error.ts';
import { s3Objects } from './s3-objects.ts';
import { type Machine, s3Requests, type TimeLimits } from './s3-requests.ts';

/**
 * The limit for requests sent while a transaction holds its locks, in ms for all attempts together: two of
 * them must end before `idle_in_transaction_session_timeout` ends the transaction.
 */
const WITHIN_LOCKS_MS = 5_000;
/**
 * The age in ms from which content set aside by another process may be decided. No removal by that process
 * can still be under way or be sent: its signature is older than the copy, and valid for 15 minutes.
 */
const SETTLED_AFTER_MS = 60 * 60 * 1000;
/** The time for which a successful trial is remembered, in ms: a trial takes seven requests. */
const WELL_MS = 60_000;
/** The limit for a whole trial, in ms. */
const TRIAL_MS_MAX = 10_000;

/**
 * Stores content in a bucket as `{shop}/{first two digits}/{sha256}`, as in a directory. Uploads are below
 * `incoming/` until placed, and content set aside is below `aside/`. Both moves are copies, because buckets
 * have no rename. The options are for tests.
 */
export function s3Store(
  bucket: BucketSetting,
  machine: Machine,
  {
    settled_after_ms = SETTLED_AFTER_MS,
    patience,
  }: { settled_after_ms?: number; patience?: TimeLimits } = {},
): LoadableStore {
  const objects = s3Objects(s3Requests(bucket, machine, patience), bucket.bucket, machine.now);
  const newId = () => machine.random.id();
  const shortest = (ms: number) => Math.min(ms, patience?.within_ms ?? ms);
  const within_locks = { within_ms: shortest(WITHIN_LOCKS_MS) };

  async function has(shop_id: number, sha256: string, limits = {}): Promise<boolean> {
    return (await objects.putAt(contentKey({ shop_id, sha256 }), limits)) !== null;
  }

  async function receive(sha256: string, bytes: Uint8Array): Promise<Arrived> {
    const incoming = `incoming/${sha256}.${newId()}`;
    await objects.put(incoming, bytes);
    return {
      sha256,
      async place(shop_id) {
        if (await has(shop_id, sha256, within_locks)) return false;
        const key = contentKey({ shop_id, sha256 });
        if (!(await objects.copy(incoming, key, within_locks)))
          throw storeError(`has lost ${incoming}`, 'NoSuchKey');
        return true;
      },
      async drop() {
        // The upload's response does not depend on this; the sweep removes leftovers.
        await objects.remove(incoming, within_locks).catch(() => undefined);
      },
    };
  }

  function setAsideAs(content: Content, aside: string): SetAside {
    const { shop_id, sha256 } = content;
    return {
      ...content,
      async putBack() {
        const is_there =
          (await has(shop_id, sha256, within_locks)) ||
          (await objects.copy(aside, contentKey(content), within_locks));
        if (!is_there) throw storeError(`has lost ${aside}`, 'NoSuchKey');
        await objects.remove(aside, within_locks);
      },
      // A rejected command discards within its transaction; the sweep removes leftovers.
      discard: () => objects.remove(aside, within_locks),
    };
  }

  async function put(shop_id: number, sha256: string, bytes: Uint8Array): Promise<void> {
    await objects.put(contentKey({ shop_id, sha256 }), bytes);
  }

  /** Tries each operation that files need. The sweep removes leftovers. */
  async function tryAll(): Promise<void> {
    const bytes = Buffer.from(newId());
    const keys = [`incoming/trial.${newId()}`, `incoming/trial.${newId()}`] as const;
    const [put_there, copied] = keys;
    const until = performance.now() + shortest(TRIAL_MS_MAX);
    const left = () => ({ within_ms: until - performance.now() });
    try {
      await objects.put(put_there, bytes, left());
      await objects.copy(put_there, copied, left());
      const found = await objects.read(copied, left());
      if (!found) throw storeError('has lost what was stored', 'NoSuchKey');
      if (!(await buffer(found)).equals(bytes))
        throw storeError('returns other bytes than were stored', 'OtherBytes');
      for await (const _ of objects.list(copied, left())) break;
      await objects.remove(copied, left());
    } finally {
      await Promise.allSettled(keys.map((key) => objects.remove(key, left())));
    }
  }
  const storeError = (failure: string, code: string) =>
    new StoreError(`bucket ${bucket.bucket} at ${bucket.endpoint} ${failure}`, { code });
  let tried_until = Number.NEGATIVE_INFINITY;

  return {
    has,
    receive,
    async put(shop_id, sha256, bytes) {
      if (!(await has(shop_id, sha256))) await put(shop_id, sha256, bytes);
    },
    beginPuts: () => ({
      put: ({ shop_id, sha256 }, bytes) => put(shop_id, sha256, bytes),
      keep: () => undefined,
      settle: async () => undefined,
    }),
    async read(shop_id, sha256) {
      const pieces = await objects.read(contentKey({ shop_id, sha256 }));
      return pieces && Readable.from(pieces, { objectMode: false });
    },
    remove: (shop_id, sha256) => objects.remove(contentKey({ shop_id, sha256 })),
    async setAside(shop_id, sha256) {
      const content = { shop_id, sha256 };
      const aside = `aside/${shop_id}.${sha256}.${newId()}`;
      // Dated before the copy: a process suspended in between has lost its lock, and the store rejects its
      // late removal.
      const signed_at = machine.now();
      if (!(await objects.copy(contentKey(content), aside, within_locks))) return null;
      // A removal with an unknown outcome may take effect later, when the content is in use again. The copy
      // then stays, so that the content can be put back.
      await objects.remove(contentKey(content), { ...within_locks, retry_if_unknown: false, signed_at });
      return setAsideAs(content, aside);
    },
    async *listSetAside() {
      for await (const { key, put_at, listed_at } of objects.list('aside/')) {
        const [, shop_id, sha256] = /^aside\/(\d+)\.([0-9a-f]{64})\./.exec(key) ?? [];
        const is_settled = listed_at.getTime() - put_at.getTime() >= settled_after_ms;
        if (sha256 !== undefined && is_settled) yield setAsideAs({ shop_id: Number(shop_id), sha256 }, key);
      }
    },
    async trouble() {
      if (performance.now() < tried_until) return null;
      await tryAll();
      tried_until = performance.now() + WELL_MS;
      return null;
    },
    async *list() {
      for await (const { key } of objects.list('')) {
        const [, shop_id, sha256] = CONTENT.exec(key) ?? [];
        if (sha256 !== undefined) yield { shop_id: Number(shop_id), sha256 };
      }
    },
    putAt: (shop_id, sha256) => objects.putAt(contentKey({ shop_id, sha256 }), within_locks),
    async *listParts() {
      for await (const { key, put_at } of objects.list('incoming/')) yield { path: key, written_at: put_at };
    },
    removePart: ({ path }) => objects.remove(path),
  };
}

function contentKey({ shop_id, sha256 }: Content): string {
  return `${shop_id}/${sha256.slice(0, 2)}/${sha256}`;
}
const CONTENT = /^(\d+)\/[0-9a-f]{2}\/([0-9a-f]{64})$/;
