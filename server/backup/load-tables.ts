import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BadBackup } from './archive-format.ts';
import type { Section } from './archive-reader.ts';
import { quoted } from './describe-database.ts';
import type { Manifest } from './manifest.ts';

/** Loads the rows of one table. Answers how many. */
export async function loadTable(
  client: pg.PoolClient,
  manifest: Manifest,
  section: Section,
): Promise<number> {
  const table = manifest.tables.find(({ name }) => name === section.name);
  if (!table) throw new BadBackup(`The backup does not say what its table ${section.name} is`);
  const columns = table.columns.map(quoted).join(', ');
  const stream = client.query(copyFrom(`copy public.${quoted(table.name)} (${columns}) from stdin`));
  await pipeline(Readable.from(section.data, { objectMode: false }), stream);
  return stream.rowCount;
}

/** Sequences go on where they stood. */
export async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${quoted(name)}`,
      last_value,
      is_called,
    ]);
  }
}
