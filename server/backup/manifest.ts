import { z } from 'zod';
import type { AppliedMigration } from '../platform/database/migration-files.ts';
import { OLDEST_DATA } from '../platform/own-package.ts';
import { BadBackup } from './archive-format.ts';

const migration = z.object({ name: z.string(), sha256: z.string() });
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  postgres: z.string(),
  /** What the database had been migrated to, in order. */
  migrations: z.array(migration).min(1),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier) })),
  sequences: z.array(z.object({ name: identifier, last_value: z.string(), is_called: z.boolean() })),
});

/** What a backup says of itself, first of all. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Throws BadBackup when this program does not know every migration of the backup, in the same text, or the backup is too old. */
export function admitMigrations(path: string, backup: AppliedMigration[], own: AppliedMigration[]): void {
  for (const { name, sha256 } of backup) {
    const known = own.find((one) => one.name === name);
    if (known?.sha256 === sha256) continue;
    if (!known) {
      throw new BadBackup(
        `${path} was made by a newer version of this program (${name} is unknown here). Restore it with that one.`,
      );
    }
    throw new BadBackup(`${path} was made by another version of this program: its ${name} is not ours`);
  }
  const { version, migration } = OLDEST_DATA;
  const missing = own.find(({ name }) => name <= migration && !backup.some((one) => one.name === name));
  if (!missing) return;
  throw new BadBackup(
    `${path} was made by a version before ${version}, the oldest whose backups are restored (it lacks ${missing.name}). ` +
      `Restore it with version ${version}, make a backup there, and restore that one here.`,
  );
}
