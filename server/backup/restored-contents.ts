import { createHash } from 'node:crypto';
import type { Content, LoadableStore } from '../files/store/content-store.ts';
import { workAhead } from '../platform/concurrency/work-ahead.ts';
import { joined } from './archive/archive-bytes.ts';
import { BadBackup, contentNamed } from './archive/archive-format.ts';
import { type Archive, type Section, sectionData } from './archive/archive-reader.ts';

/** Contents on their way to the store at once; each is in memory for so long. */
const AT_ONCE = 8;

/**
 * Brings contents into the store, but for those that lie there already and are right. All are durable when it resolves. `on_kept` hears of each.
 * Throws the first failure.
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
    if (!content) throw isNotItself(archive, section);
    if (await isRight(store, content)) puts.keep(content);
    else {
      const bytes = await joined(sectionData(archive, section));
      if (sha256Of(bytes) !== content.sha256) throw isNotItself(archive, section);
      await puts.put(content, bytes);
    }
    return section;
  };
  for await (const section of workAhead(contents, AT_ONCE, load)) on_kept(section);
  await puts.settle();
}

/** A file that an interrupted restore left counts only if it is right. */
async function isRight(store: LoadableStore, content: Content): Promise<boolean> {
  const found = await store.read(content.shop_id, content.sha256);
  return found !== null && sha256Of(await joined(found)) === content.sha256;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isNotItself({ path }: Archive, { name }: Section): BadBackup {
  return new BadBackup(`${path} is damaged: content ${name} is not itself`);
}
