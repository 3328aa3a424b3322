import { open, stat } from 'node:fs/promises';
import { readMigrations } from '../platform/database/migrations/migration-records.ts';
import { errorText } from '../platform/error-text.ts';
import { concatBytes } from './archive/archive-bytes.ts';
import { BadBackup, type Format } from './archive/archive-format.ts';
import { type Section, sectionData, verifyArchive } from './archive/archive-reader.ts';
import { admitMigrations, type Manifest, manifestSchema } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { openSecrets } from './sealed-secrets.ts';

/** A backup whose checksums have all been verified. */
export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>;

/**
 * The first pass of a restore: reads the whole file and writes nothing. Throws BadBackup if it is damaged,
 * truncated, unreadable, made by another program or by a newer version of this one.
 */
export async function checkBackup(path: string, on_progress: OnProgress) {
  const total = await sizeOf(path);
  let bytes = 0;
  /** Maps keyed by section name; a content's name is `{shop}/{sha256}`. */
  const [contents, tables] = [new Map<string, Section>(), new Map<string, Section>()];
  const metadata = new Map<string, Section>();
  const { format, sha256 } = await verifyArchive(path, {
    on_section: (section) => {
      const sections = { file: contents, table: tables, manifest: metadata, secrets: metadata }[section.type];
      sections.set(sections === metadata ? section.type : section.name, section);
    },
    on_read: (read) => {
      bytes += read;
      on_progress({ step: 'checking', counted: [], bytes: { done: bytes, total } });
    },
  });
  const found = {
    manifest: await readWhole(path, format, metadata.get('manifest')),
    secrets: await readWhole(path, format, metadata.get('secrets')),
  };
  const manifest = readManifest(path, found.manifest);
  const missing = manifest.tables.find(({ name }) => !tables.has(name));
  if (missing || found.secrets.length === 0) throw new BadBackup(`${path} is incomplete`);
  admitMigrations(path, manifest.migrations, await readMigrations());
  /** Throws BackupError if the passphrase is wrong. */
  const openWith = (passphrase: string) => openSecrets(found.secrets, passphrase, found.manifest);
  return {
    path,
    format,
    /** The checksum of the whole file, in hex; unique to the backup. */
    sha256,
    manifest,
    contents: contents as ReadonlyMap<string, Section>,
    tables: tables as ReadonlyMap<string, Section>,
    open: openWith,
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is not a file');
    return found.size;
  } catch (error) {
    throw new BadBackup(`${path} cannot be read: ${errorText(error)}`);
  }
}

async function readWhole(path: string, format: Format, section: Section | undefined): Promise<Buffer> {
  if (!section) return Buffer.alloc(0);
  const file = await open(path, 'r');
  try {
    return await concatBytes(sectionData({ path, file, format }, section));
  } finally {
    await file.close();
  }
}

function readManifest(path: string, bytes: Buffer): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BadBackup(`${path} has an unreadable manifest`, { cause: error });
  }
}
