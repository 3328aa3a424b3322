import { Readable } from 'node:stream';
import type { Content, ContentStore, SetAside } from '../../server/files/store/content-store.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

type Kept = Content & { bytes: Uint8Array; at: Date };

/** The disk that all servers of a run share. Its content survives their deaths. */
export type ContentDisk = {
  /** Returns the disk as one server sees it. A dead server receives no results. */
  storeFor(server: { is_dead(): boolean; random: Random }): ContentStore;
  /** With `aside`, content that a sweep has set aside and not decided on yet counts as present too. */
  has(shop_id: number, sha256: string, aside?: 'or set aside'): boolean;
  /** While `refuses` is true, every put fails. */
  refuse(refuses: boolean): void;
};

export function createContentDisk(schedule: Schedule, onRefusal: () => void): ContentDisk {
  const contents = new Map<string, Kept>();
  const set_aside = new Map<string, Kept>();
  let refuses = false;
  let sweeps = 0;
  const keyOf = (shop_id: number, sha256: string) => `${shop_id}/${sha256}`;

  /** Delays an operation before and after the disk performs it; the server may die during either delay. */
  function reachFor({ is_dead, random }: { is_dead(): boolean; random: Random }) {
    const pause = (then: () => void) => schedule.after(random.between(1, 60) / 4, () => !is_dead() && then());
    return <T>(work: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        pause(() => {
          try {
            const value = work();
            pause(() => resolve(value));
          } catch (error) {
            reject(error);
          }
        });
      });
  }

  function setAsideAs(reach: ReturnType<typeof reachFor>, name: string, kept: Kept): SetAside {
    const key = keyOf(kept.shop_id, kept.sha256);
    return {
      shop_id: kept.shop_id,
      sha256: kept.sha256,
      putBack: () =>
        reach(() => {
          if (set_aside.delete(name) && !contents.has(key)) contents.set(key, kept);
        }),
      discard: () => reach(() => void set_aside.delete(name)),
    };
  }

  function assertTakes(): void {
    if (!refuses) return;
    onRefusal();
    const full = { code: 'ENOSPC', syscall: 'write' };
    throw Object.assign(new Error('ENOSPC: no space left on device'), full);
  }

  /** Stores content; returns true if it is new. */
  function keep({ shop_id, sha256 }: Content, bytes: Uint8Array): boolean {
    const key = keyOf(shop_id, sha256);
    if (contents.has(key)) return false;
    contents.set(key, { shop_id, sha256, bytes: Uint8Array.from(bytes), at: new Date(schedule.now()) });
    return true;
  }

  return {
    has: (shop_id, sha256, aside) =>
      contents.has(keyOf(shop_id, sha256)) ||
      (aside !== undefined &&
        [...set_aside.values()].some((kept) => kept.shop_id === shop_id && kept.sha256 === sha256)),
    refuse(whether) {
      refuses = whether;
    },
    storeFor(server) {
      const reach = reachFor(server);
      return {
        has: (shop_id, sha256) => reach(() => contents.has(keyOf(shop_id, sha256))),
        receive: (sha256, bytes) =>
          reach(() => {
            assertTakes();
            return {
              sha256,
              place: (shop_id) => reach(() => keep({ shop_id, sha256 }, bytes)),
              drop: async () => undefined,
            };
          }),
        put: (shop_id, sha256, bytes) =>
          reach(() => {
            assertTakes();
            keep({ shop_id, sha256 }, bytes);
          }),
        read: (shop_id, sha256) =>
          reach(() => {
            const content = contents.get(keyOf(shop_id, sha256));
            return content ? Readable.from([content.bytes]) : null;
          }),
        remove: (shop_id, sha256) => reach(() => void contents.delete(keyOf(shop_id, sha256))),
        setAside: (shop_id, sha256) =>
          reach(() => {
            const kept = contents.get(keyOf(shop_id, sha256));
            if (!kept) return null;
            sweeps += 1;
            contents.delete(keyOf(shop_id, sha256));
            set_aside.set(String(sweeps), kept);
            return setAsideAs(reach, String(sweeps), kept);
          }),
        async *listSetAside() {
          for (const [name, kept] of await reach(() => [...set_aside])) yield setAsideAs(reach, name, kept);
        },
        trouble: () => reach(() => null),
        async *list() {
          for (const { shop_id, sha256 } of await reach(() => [...contents.values()]))
            yield { shop_id, sha256 };
        },
        putAt: (shop_id, sha256) => reach(() => contents.get(keyOf(shop_id, sha256))?.at ?? null),
        async *listParts() {},
        removePart: () => reach(() => undefined),
      };
    },
  };
}
