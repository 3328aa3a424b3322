import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import type { Arrived, Content, LoadableStore, SetAside } from '../store/content-store.ts';
import { StoreError } from '../store/store-error.ts';
import { s3Objects } from './s3-objects.ts';
import { type Machine, type Patience, s3Requests } from './s3-requests.ts';

/**
 * What is asked while a transaction may hold its locks, in ms for all attempts together: two of them end before the database ends the transaction
 * (`idle_in_transaction_session_timeout`).
 */
const WITHIN_LOCKS_MS = 5_000;
/**
 * What was set aside is left to whoever did it for so long: no removal of his is on its way any more nor can be sent yet, since its signature is
 * older than what was set aside and good for 15 minutes.
 */
const SETTLED_AFTER_MS = 60 * 60 * 1000;
/** Whether all is well is tried again only after so long: it costs seven requests. */
const WELL_MS = 60_000;
/** And takes so long at most, all of it together, in ms. */
const TRIAL_MS_MAX = 10_000;

/**
 * Keeps content in a bucket as `{shop}/{first two digits}/{sha256}`, as in a directory. What arrives lies below `incoming/` until it is placed, and
 * what is set aside below `aside/`: a bucket knows no rename, so both are copies. The options are for tests.
 */
export function s3Store(
  bucket: BucketSetting,
  machine: Machine,
  { settled_after_ms = SETTLED_AFTER_MS, patience }: { settled_after_ms?: number; patience?: Patience } = {},
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
          throw lying(`has lost ${incoming}`, 'NoSuchKey');
        return true;
      },
      async drop() {
        // The upload has its answer whatever becomes of this; the sweep takes what is left.
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
        if (!is_there) throw lying(`has lost ${aside}`, 'NoSuchKey');
        await objects.remove(aside, within_locks);
      },
      // A refused command discards in its transaction; what is left goes with the sweep.
      discard: () => objects.remove(aside, within_locks),
    };
  }

  async function put(shop_id: number, sha256: string, bytes: Uint8Array): Promise<void> {
    await objects.put(contentKey({ shop_id, sha256 }), bytes);
  }

  /** Does everything once that files need. What it leaves where it has no time for that goes with the sweep. */
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
      if (!found) throw lying('has lost what was put there', 'NoSuchKey');
      if (!(await buffer(found)).equals(bytes))
        throw lying('gives other bytes than were put there', 'OtherBytes');
      for await (const _ of objects.list(copied, left())) break;
      await objects.remove(copied, left());
    } finally {
      await Promise.allSettled(keys.map((key) => objects.remove(key, left())));
    }
  }
  const lying = (does: string, code: string) =>
    new StoreError(`bucket ${bucket.bucket} at ${bucket.endpoint} ${does}`, { code });
  let well_until = Number.NEGATIVE_INFINITY;

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
      // Dated before the copy: a process that stood still between the two has lost its lock, and the store refuses what it then sends.
      const signed_at = machine.now();
      if (!(await objects.copy(contentKey(content), aside, within_locks))) return null;
      // A removal of which nobody knows may come about later, when others rely on the content again. Then the copy stays, and with it the content.
      await objects.remove(contentKey(content), { ...within_locks, again_if_unknown: false, signed_at });
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
      if (performance.now() < well_until) return null;
      await tryAll();
      well_until = performance.now() + WELL_MS;
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
