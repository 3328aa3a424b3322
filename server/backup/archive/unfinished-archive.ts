import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Content } from '../../files/store/content-store.ts';
import { isMissing } from '../../platform/data-directory/data-directory.ts';
import { BadBackup, contentNamed, FORMAT } from './archive-format.ts';
import { passArchive, type Section } from './archive-reader.ts';

/** The contents that a draft holds whole, before anything else, and where they end in it. */
type Kept = { contents: { name: string; sha256: Buffer }[]; end: number };

/** Which of these contents the backup is to hold, by name. */
export type NamedAmong = (contents: readonly Content[]) => Promise<ReadonlySet<string>>;

/** Where a backup to `path` is written until it is whole; each source has drafts of its own. */
export function draftOf(path: string, source: string): string {
  return `${path}.${source}.unfinished`;
}

/** Opens a draft for writing behind what may stay of it: contents, whose names are their checksums. All else is of a moment that has passed. */
export async function openDraft(draft: string, named: NamedAmong): Promise<{ file: FileHandle; kept: Kept }> {
  const file = await openAgain(draft);
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

async function openAgain(draft: string): Promise<FileHandle | undefined> {
  const file = await open(draft, 'r+').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file || (await file.stat()).nlink <= 1) return file;
  // Its maker was killed just after it had got its name: this is a whole backup, wherever that lies now.
  await file.close();
  await rm(draft);
  return undefined;
}

async function keptContents(draft: string, named: NamedAmong): Promise<Kept> {
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
    await passArchive(draft, {
      on_section: (section, format) => void (format === FORMAT && sections.push(section)),
    });
  } catch (error) {
    // It ends where its maker was killed.
    if (!(error instanceof BadBackup)) throw error;
  }
  return sections;
}
