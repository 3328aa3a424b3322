import type { z } from 'zod';
import { type CashCheck, type CashDifference, differences } from '../cash/cash-difference.ts';
import { type Executor, type Sql, sql } from '../platform/database/sql.ts';
import { COMMAND_NAMES, exact, OPERATOR_REPLIES, replySchema } from './reply-schemas.ts';

/** Checks every stored reply: status 200, the endpoint's schema, and the exact text of `JSON.stringify`. */

/** The number of pages that one query reads. With long (toasted) replies, 16 pages can contain 70 MB. */
const PAGES = 16;

type Reply = { command: string; status: number | null; body: string | null };
type Stored = Reply & { shop_id: number; user_id: string | null; command_id: string };
type Wrong = Pick<CashDifference, 'kind' | 'text'>;

const commands = {
  table: 'commands',
  columns: sql`shop_id, user_id, command_id, endpoint as command, status, body`,
};
const operatorCommands = {
  table: 'operator_commands',
  columns: sql`shop_id, null::uuid as user_id, command_id, command, 200 as status, body`,
};

/** Reads the table in ranges of pages, so that memory does not grow with the book. */
function shapeCheck(
  { table, columns }: typeof commands,
  schemas: ReadonlyMap<string, readonly z.ZodType[]>,
): CashCheck {
  const wrongIn = ({ command, status, body }: Reply) => wrongOf(schemas.get(command), command, status, body);
  return {
    execute: async (database) => {
      const wrong: (Omit<Stored, keyof Reply> & Wrong)[] = [];
      const pages = await pagesOf(database, table);
      for (let page = 0; page < pages; page += PAGES) {
        const rows = sql`(select ${columns} from ${sql.ref(table)}
          where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid) r`;
        const replies = await repliesIn(database, rows);
        if (replies?.every((reply) => wrongIn(reply) === null)) continue;
        const each = await sql<Stored>`select * from ${rows}`.execute(database);
        for (const { command, status, body, ...row } of each.rows) {
          const found = wrongIn({ command, status, body });
          if (found) wrong.push({ ...row, ...found });
        }
      }
      return differences(sql`
        select shop_id, kind, 'command ' || command_id as subject, user_id, null::uuid as source_id, text
        from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb)
          as (shop_id int, kind text, command_id uuid, user_id uuid, text text)`).execute(database);
    },
  };
}

async function pagesOf(database: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select ceil(pg_relation_size(${table}::regclass) / current_setting('block_size')::float)::int as pages`.execute(
    database,
  );
  return rows[0]?.pages ?? 0;
}

/** Reads all rows as one text, which is faster than row by row. Returns null if one contains a line break. */
async function repliesIn(database: Executor, rows: Sql<unknown>): Promise<Reply[] | null> {
  const joined = sql<{ lines: string | null; count: number }>`
    select string_agg(concat(r.status, ' ', r.command, chr(9), r.body), chr(10)) as lines, count(*)::int as count
    from ${rows}`;
  const [{ lines, count } = { lines: null, count: 0 }] = (await joined.execute(database)).rows;
  const each = lines?.split('\n') ?? [];
  if (each.length !== count) return null;
  return each.map((line) => {
    const [space, tab] = [line.indexOf(' '), line.indexOf('\t')];
    return {
      status: Number(line.slice(0, space)),
      command: line.slice(space + 1, tab),
      body: line.slice(tab + 1),
    };
  });
}

/** `schemas`: the reply must match one of them; undefined for an unknown command. */
function wrongOf(
  schemas: readonly z.ZodType[] | undefined,
  command: string,
  status: number | null,
  body: string | null,
): Wrong | null {
  if (!schemas) return { kind: 'unexplained_answer', text: `there is no command ${command}` };
  const named = (text: string): Wrong => ({ kind: 'wrong_answer', text });
  if (body === null) return named('its reply has no body');
  if (status !== 200) return named(`its reply has the status ${status}, not 200`);
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return named('its reply is not JSON');
  }
  const errors = schemas.map((schema) => schema.safeParse(reply).error);
  const [error] = errors;
  if (error && !errors.includes(undefined)) {
    return named(`its reply does not match the schema of ${command}: ${fieldsOf(error)}`);
  }
  // The texts differ if the spacing differs or a key is repeated.
  return JSON.stringify(reply) === body ? null : named('its reply is not the text that the server writes');
}

/** The wrong, missing and unknown fields, as 'cash.success, "extra"'. */
function fieldsOf({ issues }: z.ZodError): string {
  const paths = issues.flatMap((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map(written) : [null];
    return keys.map((key) => [...issue.path, ...(key === null ? [] : [key])].join('.'));
  });
  return paths.slice(0, FIELDS_NAMED_MAX).join(', ') || 'not an object';
}

const FIELDS_NAMED_MAX = 5;
const KEY_CHARACTERS_MAX = 40;

/** Escapes NUL and unpaired surrogates, which jsonb does not accept. Truncation may cause the latter. */
const written = (key: string) => JSON.stringify(key.slice(0, KEY_CHARACTERS_MAX));

export const replyShapes: readonly CashCheck[] = [
  shapeCheck(commands, new Map(COMMAND_NAMES.map((name) => [name, [exact(replySchema(name))]]))),
  shapeCheck(
    operatorCommands,
    new Map(Object.entries(OPERATOR_REPLIES).map(([name, schemas]) => [name, schemas.map(exact)])),
  ),
];
