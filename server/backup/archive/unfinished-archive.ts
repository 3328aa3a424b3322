import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Content } from '../../files/store/content-store.ts';
import { isMissing } from '../../platform/data-directory/data-directory.ts';
import { BadBackup, contentNamed, FORMAT } from './archive-format.ts';
import { type Section, verifyArchive } from './archive-reader.ts';

/** The complete contents at the beginning of a draft, and the offset of their end. */
type Kept = { contents: { name: string; sha256: Buffer }[]; end: number };

/** Selects the names of the contents that belong in the backup. */
export type SelectNamed = (contents: readonly Content[]) => Promise<ReadonlySet<string>>;

/** Returns the path of the unfinished backup to `path`; drafts of different sources do not collide. */
export function draftOf(path: string, source: string): string {
  return `${path}.${source}.unfinished`;
}

/**
 * Opens a draft for appending after the contents that can be kept. A content's name is its checksum, so it is
 * never stale; everything else belongs to an old snapshot and is truncated.
 */
export async function openDraft(
  draft: string,
  named: SelectNamed,
): Promise<{ file: FileHandle; kept: Kept }> {
  const file = await openExisting(draft);
  if (!file) return { file: await open(draft, 'wx', 0o600), kept: { contents: [], end: 0 } };
  try {
    const kept = await keptContents(draft, named);
    await file.truncate(kept.end);
    return { file, kept };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openExisting(draft: string): Promise<FileHandle | undefined> {
  const file = await open(draft, 'r+').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file || (await file.stat()).nlink <= 1) return file;
  // A second link means that the backup was killed right after it was published: it is complete.
  await file.close();
  await rm(draft);
  return undefined;
}

async function keptContents(draft: string, named: SelectNamed): Promise<Kept> {
  const sections = await wholeSections(draft);
  const names = await named(sections.flatMap(({ name }) => contentNamed(name) ?? []));
  const first_other = sections.findIndex(
    ({ name, sha256 }) => !names.has(name) || contentNamed(name)?.sha256 !== sha256,
  );
  const kept = first_other === -1 ? sections : sections.slice(0, first_other);
  return {
    contents: kept.map(({ name, sha256 }) => ({ name, sha256: Buffer.from(sha256, 'hex') })),
    end: kept.at(-1)?.end ?? 0,
  };
}

async function wholeSections(draft: string): Promise<Section[]> {
  const sections: Section[] = [];
  try {
    await verifyArchive(draft, {
      on_section: (section, format) => void (format === FORMAT && sections.push(section)),
    });
  } catch (error) {
    // The draft is truncated at the point at which the backup was killed.
    if (!(error instanceof BadBackup)) throw error;
  }
  return sections;
}
