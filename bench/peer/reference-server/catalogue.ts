import type pg from 'pg';

/** The types of columns, or of arguments, by name. */
export type Types = ReadonlyMap<string, string>;

export type Catalogue = { tables: ReadonlyMap<string, Types>; functions: ReadonlyMap<string, Types> };

/** What is exposed of `public`, read once, as PostgREST keeps its schema cache. */
export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const columns = await pool.query<Named>(
    `select c.relname as owner, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute as a join pg_class as c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  );
  const parameters = await pool.query<Named>(
    `select p.proname as owner, a.name, format_type(a.type, null) as type
     from pg_proc as p cross join lateral unnest(p.proargnames, p.proargtypes::oid[]) as a (name, type)
     where p.pronamespace = 'public'::regnamespace`,
  );
  return { tables: byOwner(columns.rows), functions: byOwner(parameters.rows) };
}

type Named = { owner: string; name: string; type: string };

function byOwner(rows: readonly Named[]): Map<string, Types> {
  const owners = new Map<string, Map<string, string>>();
  for (const { owner, name, type } of rows) {
    const types = owners.get(owner) ?? new Map<string, string>();
    owners.set(owner, types.set(name, type));
  }
  return owners;
}
