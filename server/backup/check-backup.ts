import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readMigrations } from '../platform/database/migration-records.ts';
import { errorText } from '../platform/error-text.ts';
import { BadBackup } from './archive-format.ts';
import { readSections } from './archive-reader.ts';
import { admitMigrations, type Manifest, manifestSchema } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { openSecrets } from './sealed-secrets.ts';

/** A backup whose every byte was held against its checksums. */
export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>;

/**
 * The first pass of a restore: reads the whole file and writes nothing. Throws BadBackup when it is damaged, cut short, of
 * another program or of a newer version of this one; BackupError when it cannot be read.
 */
export async function checkBackup(path: string, on_progress: OnProgress) {
  const bytes_total = await sizeOf(path);
  let bytes = 0;
  const sections = readSections(path, (read) => {
    bytes += read;
    on_progress({ step: 'checking', bytes, bytes_total });
  });
  const found = { manifest: Buffer.alloc(0), secrets: Buffer.alloc(0) };
  /** As `{shop}/{sha256}`, and by name. */
  const [contents, tables] = [new Set<string>(), new Set<string>()];
  for await (const { type, name, data } of sections) {
    if (type === 'manifest' || type === 'secrets') found[type] = await buffer(data);
    else (type === 'file' ? contents : tables).add(name);
  }
  const manifest = readManifest(path, found.manifest);
  const missing = manifest.tables.find(({ name }) => !tables.has(name));
  if (missing || found.secrets.length === 0) throw new BadBackup(`${path} is not whole`);
  admitMigrations(path, manifest.migrations, await readMigrations());
  /** Throws BackupError when the passphrase is another one. */
  const open = (passphrase: string) => openSecrets(found.secrets, passphrase, found.manifest);
  return { path, bytes, manifest, contents: contents as ReadonlySet<string>, open };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is no file');
    return found.size;
  } catch (error) {
    throw new BadBackup(`${path} cannot be read: ${errorText(error)}`);
  }
}

function readManifest(path: string, bytes: Buffer): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BadBackup(`${path} does not say what it holds`, { cause: error });
  }
}
