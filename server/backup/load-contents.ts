import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ContentStore } from '../files/content-store.ts';
import { BadBackup } from './archive-format.ts';
import type { Section } from './archive-reader.ts';

/** Contents on their way to the store at once; each is in memory for so long. */
const AT_ONCE = 8;

export type ContentLoader = {
  /** Reads the section to its end; the content may still be on its way to the store then. */
  load(section: Section): Promise<void>;
  /** Everything is durable when it resolves. Answers how many. Throws the first failure. */
  finish(): Promise<number>;
};

/** Brings the files of a backup into the store. */
export function contentLoader(path: string, store: ContentStore): ContentLoader {
  const under_way = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let loaded = 0;

  async function keep(shop_id: number, sha256: string, bytes: Buffer): Promise<void> {
    try {
      // Also what a restore that was cut off left there: it is not trusted.
      await store.remove(shop_id, sha256);
      await store.put(shop_id, sha256, bytes);
      loaded += 1;
    } catch (error) {
      failures.push(error);
    }
  }

  return {
    async load({ name, data }) {
      const named = /^(\d+)\/([0-9a-f]{64})$/.exec(name);
      const bytes = await buffer(data);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (!named || named[2] !== sha256)
        throw new BadBackup(`${path} is damaged: content ${name} is not itself`);
      const kept: Promise<void> = keep(Number(named[1]), sha256, bytes).finally(() => under_way.delete(kept));
      under_way.add(kept);
      if (under_way.size >= AT_ONCE) await Promise.race(under_way);
      if (failures.length > 0) throw failures[0];
    },
    async finish() {
      await Promise.all(under_way);
      if (failures.length > 0) throw failures[0];
      return loaded;
    },
  };
}
