import { createHash } from 'node:crypto';
import type { Content, LoadableStore } from '../files/store/content-store.ts';
import { workAhead } from '../platform/concurrency/work-ahead.ts';
import { concatBytes } from './archive/archive-bytes.ts';
import { BadBackup, contentNamed } from './archive/archive-format.ts';
import { type Archive, type Section, sectionData } from './archive/archive-reader.ts';

/** The number of contents that are loaded concurrently and kept in memory. */
const AT_ONCE = 8;

/**
 * Stores all contents, except those that are already in the store and intact. All are durable when it
 * resolves. `on_kept` receives each section. Throws the first failure.
 */
export async function loadContents(
  archive: Archive,
  contents: Iterable<Section>,
  store: LoadableStore,
  on_kept: (section: Section) => void,
): Promise<void> {
  const puts = store.beginPuts();
  const load = async (section: Section): Promise<Section> => {
    const content = contentNamed(section.name);
    if (!content) throw hashMismatch(archive, section);
    if (await isRight(store, content)) puts.keep(content);
    else {
      const bytes = await concatBytes(sectionData(archive, section));
      if (sha256Of(bytes) !== content.sha256) throw hashMismatch(archive, section);
      await puts.put(content, bytes);
    }
    return section;
  };
  for await (const section of workAhead(contents, AT_ONCE, load)) on_kept(section);
  await puts.settle();
}

/** True if the store has the content and it is intact: an interrupted restore may leave damaged files. */
async function isRight(store: LoadableStore, content: Content): Promise<boolean> {
  const found = await store.read(content.shop_id, content.sha256);
  return found !== null && sha256Of(await concatBytes(found)) === content.sha256;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hashMismatch({ path }: Archive, { name }: Section): BadBackup {
  return new BadBackup(`${path} is damaged: content ${name} does not match its hash`);
}
