import type pg from 'pg';

/**
 * The schemas to describe. Schemas of the job queue and of extensions are omitted; partitions are part of
 * their table.
 */
const SCHEMAS = ['actor', 'migrations', 'public'];

type Queries = Pick<pg.ClientBase, 'query'>;

/**
 * Returns the migrated database as SQL for reading. database/schema.sql contains it, and a test compares
 * both. It is read from the catalogue, since the embedded PostgreSQL has no pg_dump. Objects are sorted by
 * name; columns keep their order.
 */
export async function describeSchema(db: Queries): Promise<string> {
  const { rows: before } = await db.query<{ path: string }>("select current_setting('search_path') as path");
  // An empty search path makes PostgreSQL qualify all names.
  await db.query("set search_path = ''");
  try {
    const parts = [
      '-- The schema that the migrations produce. Written by `npm run types`, compared by a test, never executed.',
      ...(await linesOf(db, SCHEMA_LINES)),
      ...(await functions(db)),
      ...(await tables(db)),
      ...(await linesOf(db, VIEWS)),
    ];
    return `${parts.join('\n\n')}\n`;
  } finally {
    await db.query("select set_config('search_path', $1, false)", [before[0]?.path]);
  }
}

async function linesOf(db: Queries, query: string, of?: string): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(query, [of ?? SCHEMAS]);
  return rows.map(({ line }) => line);
}

/** Returns SQL for the privileges of all roles except the owner: the request role and PUBLIC. */
const grantsOn = (what: string, acl: string, owner: string, kind: string) => `
  select string_agg(format('grant %s on %s to %s;', rights, ${what}, grantee), E'\\n' order by grantee)
  from (select string_agg(lower(privilege_type), ', ' order by privilege_type) as rights,
          case grantee when 0 then 'public' else grantee::regrole::text end as grantee
        from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) where grantee <> ${owner}
        group by grantee) as granted`;

const SCHEMA_LINES = `
  select concat_ws(E'\\n', format('create schema %s;', n.nspname), (${grantsOn("format('schema %s', n.nspname)", 'n.nspacl', 'n.nspowner', 'n')})) as line
  from pg_namespace n where n.nspname = any($1) and n.nspname <> 'public' order by n.nspname`;

function functions(db: Queries): Promise<string[]> {
  return linesOf(
    db,
    `select concat_ws(E'\\n', rtrim(pg_get_functiondef(p.oid)) || ';',
       (${grantsOn("format('function %s', p.oid::regprocedure)", 'p.proacl', 'p.proowner', 'f')})) as line
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any($1) order by n.nspname, p.proname, p.oid::regprocedure::text`,
  );
}

async function tables(db: Queries): Promise<string[]> {
  const { rows } = await db.query<{ name: string; parted: string | null }>(
    `select c.oid::regclass::text as name, pg_get_partkeydef(c.oid) as parted from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') order by c.oid::regclass::text`,
    [SCHEMAS],
  );
  const described: string[] = [];
  for (const { name, parted } of rows) {
    const inside = [...(await linesOf(db, COLUMNS, name)), ...(await linesOf(db, CONSTRAINTS, name))];
    const after: string[] = [];
    for (const query of [OPTIONS, INDEXES, ROW_SECURITY, POLICIES, TRIGGERS, TABLE_GRANTS, COLUMN_GRANTS]) {
      after.push(...(await linesOf(db, query, name)));
    }
    const parting = parted === null ? '' : ` partition by ${parted.toLowerCase()}`;
    described.push([`create table ${name} (\n  ${inside.join(',\n  ')}\n)${parting};`, ...after].join('\n'));
  }
  return described;
}

const COLUMNS = `
  select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
    case when a.attidentity <> '' then format('generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end) end,
    case when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
         else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
    case when a.attnotnull then 'not null' end) as line
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;

// PostgreSQL 18 lists 'not null' as a constraint too.
const CONSTRAINTS = `
  select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line
  from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'f', 'c', 'x')
  order by array_position('{p,u,c,x,f}', contype::text), conname`;

const OPTIONS = `
  select format('alter table %s set (%s);', oid::regclass, array_to_string(reloptions, ', ')) as line
  from pg_class where oid = $1::regclass and reloptions is not null`;

const INDEXES = `
  select pg_get_indexdef(x.indexrelid) || ';' as line from pg_index x join pg_class i on i.oid = x.indexrelid
  where x.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.conrelid = x.indrelid)
  order by i.relname`;

const ROW_SECURITY = `
  select format('alter table %s %s row level security;', oid::regclass, case when relforcerowsecurity then 'force' else 'enable' end) as line
  from pg_class where oid = $1::regclass and relrowsecurity`;

const POLICIES = `
  select concat(format('create policy %I on %s%s for %s to %s', polname, polrelid::regclass,
      case when polpermissive then '' else ' as restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by r) from unnest(polroles) r)),
    E'\\n  using (' || pg_get_expr(polqual, polrelid) || ')',
    E'\\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')', ';') as line
  from pg_policy where polrelid = $1::regclass order by polname`;

const TRIGGERS = `
  select pg_get_triggerdef(oid) || ';' as line from pg_trigger
  where tgrelid = $1::regclass and not tgisinternal order by tgname`;

const TABLE_GRANTS = `
  select line from (select (${grantsOn('c.oid::regclass', 'c.relacl', 'c.relowner', 'r')}) as line
  from pg_class c where c.oid = $1::regclass) as granted where line is not null`;

const VIEWS = `
  select concat_ws(E'\\n', format(E'create view %s%s as\\n%s', c.oid::regclass,
      ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid)),
    (${grantsOn('c.oid::regclass', 'c.relacl', 'c.relowner', 'r')})) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'v' order by c.oid::regclass::text`;

const COLUMN_GRANTS = `
  select format('grant %s (%s) on %s to %s;', lower(g.privilege_type), string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    a.attrelid::regclass, case g.grantee when 0 then 'public' else g.grantee::regrole::text end) as line
  from pg_attribute a cross join aclexplode(a.attacl) g
  where a.attrelid = $1::regclass and not a.attisdropped
  group by a.attrelid, g.grantee, g.privilege_type order by g.grantee::regrole::text, g.privilege_type`;
