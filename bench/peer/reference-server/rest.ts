import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import type { Catalogue, Types } from './catalogue.ts';
import { type Answer, Refusal, readText } from './http.ts';
import type { Caller } from './tokens.ts';
import { type Asked, restTransaction } from './transactions.ts';

type Statement = { text: string; values: unknown[] };
type Call = { statement: Statement; status: number; has_body: boolean };

const PREFIX = '/rest/v1/';

/** The calls of PostgREST that the comparison makes: insert, update and select by `eq`, and functions. */
export function restCalls(pool: pg.Pool, catalogue: Catalogue) {
  return async (request: IncomingMessage, url: URL, caller: Caller): Promise<Answer> => {
    const call = await callOf(request, url, catalogue);
    const asked: Asked = {
      method: request.method ?? '',
      path: url.pathname.slice(PREFIX.length - 1),
      headers: JSON.stringify(request.headers),
    };
    const { text, values } = call.statement;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    const found = await restTransaction(pool, caller, asked, (client) =>
      client.query<{ page_total: number; body: string }>({ name, text, values }),
    );
    const [row] = found.rows;
    // Counted are the rows that are answered, which are all there are: nothing here asks for pages.
    const headers = { 'content-range': `*/${row?.page_total ?? 0}` };
    return { status: call.status, headers, ...(call.has_body ? { body: row?.body ?? '[]' } : {}) };
  };
}

async function callOf(request: IncomingMessage, url: URL, catalogue: Catalogue): Promise<Call> {
  const name = url.pathname.slice(PREFIX.length);
  const represents = (request.headers.prefer ?? '').includes('return=representation');
  const as_object = (request.headers.accept ?? '').includes('vnd.pgrst.object+json');
  if (name.startsWith('rpc/')) {
    const types = known(catalogue.functions, name.slice('rpc/'.length), 'function');
    const statement = callStatement(name.slice('rpc/'.length), types, await readText(request));
    return { statement, status: 200, has_body: true };
  }
  const types = known(catalogue.tables, name, 'table');
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const shown = { types, columns: represents || reads ? url.searchParams.get('select') : null, as_object };
  if (request.method === 'POST') {
    const statement = insertStatement(name, shown, await readText(request));
    return { statement, status: 201, has_body: represents };
  }
  if (request.method === 'PATCH') {
    const statement = updateStatement(name, shown, filtersOf(url, types), await readText(request));
    return { statement, status: represents ? 200 : 204, has_body: represents };
  }
  if (reads) {
    const statement = selectStatement(name, shown, filtersOf(url, types));
    return { statement, status: 200, has_body: request.method === 'GET' };
  }
  throw new Refusal(405, 'PGRST117', `unsupported method ${request.method}`);
}

function known(of: ReadonlyMap<string, Types>, name: string, what: string): Types {
  const types = of.get(name);
  if (!types) throw new Refusal(404, 'PGRST205', `could not find the ${what} ${name}`);
  return types;
}

type Shown = { types: Types; columns: string | null; as_object: boolean };
type Filter = { column: string; value: string };

function insertStatement(table: string, shown: Shown, body: string): Statement {
  const input = JSON.parse(body) as object | object[];
  const columns = Object.keys((Array.isArray(input) ? input[0] : input) ?? {});
  const rows = Array.isArray(input) ? 'json_to_recordset' : 'json_to_record';
  const named = columns.map((column) => quoted(column, shown.types));
  const typed = columns.map((column) => `${quoted(column, shown.types)} ${shown.types.get(column)}`);
  return writing(
    `insert into "public"."${table}" (${named.join(', ')})
     select ${named.map((column) => `pgrst_body.${column}`).join(', ')} from (select $1::json as json_data) as pgrst_payload,
       lateral (select ${named.join(', ')} from ${rows}(pgrst_payload.json_data) as _ (${typed.join(', ')})) as pgrst_body`,
    shown,
    [body],
  );
}

function updateStatement(table: string, shown: Shown, filters: Filter[], body: string): Statement {
  const columns = Object.keys(JSON.parse(body) as object);
  const named = columns.map((column) => quoted(column, shown.types));
  const typed = columns.map((column) => `${quoted(column, shown.types)} ${shown.types.get(column)}`);
  return writing(
    `update "public"."${table}" set ${named.map((column) => `${column} = pgrst_body.${column}`).join(', ')}
     from (select $1::json as json_data) as pgrst_payload,
       lateral (select ${named.join(', ')} from json_to_record(pgrst_payload.json_data) as _ (${typed.join(', ')})) as pgrst_body
     where ${conditions(table, filters, shown.types, 2)}`,
    shown,
    [body, ...filters.map(({ value }) => value)],
  );
}

function writing(text: string, shown: Shown, values: unknown[]): Statement {
  const returned = shown.columns === null ? '1' : columnsOf(shown);
  return {
    text: `with pgrst_source as (${text} returning ${returned})
      select '' as total_result_set, pg_catalog.count(_postgrest_t) as page_total, array[]::text[] as header,
        ${shown.columns === null ? "''" : bodyOf(shown)} as body,
        nullif(current_setting('response.headers', true), '') as response_headers,
        nullif(current_setting('response.status', true), '') as response_status
      from (select * from pgrst_source) as _postgrest_t`,
    values,
  };
}

function selectStatement(table: string, shown: Shown, filters: Filter[]): Statement {
  const where = filters.length === 0 ? '' : `where ${conditions(table, filters, shown.types, 1)}`;
  return {
    text: `with pgrst_source as (select ${columnsOf(shown)} from "public"."${table}" ${where})
      select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total, ${bodyOf(shown)} as body,
        nullif(current_setting('response.headers', true), '') as response_headers,
        nullif(current_setting('response.status', true), '') as response_status
      from (select * from pgrst_source) as _postgrest_t`,
    values: filters.map(({ value }) => value),
  };
}

function callStatement(name: string, types: Types, body: string): Statement {
  const given = Object.keys(JSON.parse(body) as object);
  const typed = given.map((argument) => `${quoted(argument, types)} ${types.get(argument)}`);
  const passed = given.map(
    (argument) => `${quoted(argument, types)} := pgrst_args.${quoted(argument, types)}`,
  );
  return {
    text: `with pgrst_source as (
        select pgrst_call.pgrst_scalar from (select $1::json as json_data) as pgrst_payload,
          lateral (select * from json_to_record(pgrst_payload.json_data) as _ (${typed.join(', ')})) as pgrst_args,
          lateral (select "public"."${name}"(${passed.join(', ')}) as pgrst_scalar) as pgrst_call)
      select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total,
        coalesce((json_agg(_postgrest_t.pgrst_scalar) -> 0)::text, 'null') as body,
        nullif(current_setting('response.headers', true), '') as response_headers,
        nullif(current_setting('response.status', true), '') as response_status
      from (select pgrst_scalar from pgrst_source) as _postgrest_t`,
    values: [body],
  };
}

function bodyOf({ as_object }: Shown): string {
  const all = 'json_agg(_postgrest_t)';
  return as_object ? `coalesce((${all} -> 0)::text, 'null')` : `coalesce(${all}, '[]')::text`;
}

function columnsOf({ types, columns }: Shown): string {
  const names = columns === null || columns === '*' ? [...types.keys()] : columns.split(',');
  return names.map((name) => quoted(name, types)).join(', ');
}

const NOT_FILTERS = ['select', 'columns'];

function filtersOf({ searchParams }: URL, types: Types): Filter[] {
  return [...searchParams]
    .filter(([name]) => !NOT_FILTERS.includes(name))
    .map(([column, condition]) => {
      quoted(column, types);
      const value = /^eq\.(.*)$/s.exec(condition)?.[1];
      if (value === undefined) throw new Refusal(400, 'PGRST100', `only eq is known here, not ${condition}`);
      return { column, value };
    });
}

function conditions(table: string, filters: Filter[], types: Types, first: number): string {
  return filters
    .map(({ column }, index) => `"public"."${table}".${quoted(column, types)} = $${first + index}`)
    .join(' and ');
}

/** A name that the catalogue has, so that it holds no quote. */
function quoted(name: string, types: Types): string {
  if (!types.has(name)) throw new Refusal(400, 'PGRST204', `could not find the column ${name}`);
  return `"${name}"`;
}
