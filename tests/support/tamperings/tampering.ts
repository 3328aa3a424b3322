import type { CashDifferenceKind } from '../../../server/cash/cash-difference.ts';

/** Changes of a column by condition of the row and new value, and of whole rows, for `cash verify`. */

export type Named = CashDifferenceKind[];
export type Tampering = { change: string; named: Named };
export type Tried = [row: string, value: string, named: Named][];

export const FILE: Tried = [['true', 'gen_random_uuid()', []]];
export const PATH: Tried = [['true', "'elsewhere.pdf'", []]];
export const PERSON = (name: string) =>
  `(select id from profiles where full_name = '${name}' and shop_id = 1)`;
export const LATER = (column: string, by = '1 second') => `${column} + interval '${by}'`;
export const ID = 'gen_random_uuid()';

/** Selects the first row of the first shop that meets the condition. */
export const first = (table: string, row: string) =>
  `(select ctid from ${table} where shop_id = 1 and (${row}) order by ctid limit 1)`;

/** Deletes a row. */
export const gone = (table: string, row: string, named: Named) => ({
  what: `${table}: a row deleted, ${row}`,
  change: `delete from ${table} where ctid = ${first(table, row)}`,
  named,
});

/** Inserts a copy of a row, with some columns replaced. */
export const added = (table: string, row: string, own: Record<string, string>, named: Named) => {
  const change = `
    create temp table copied on commit drop as select * from ${table} where ctid = ${first(table, row)};
    update copied set ${Object.entries(own)
      .map(([column, value]) => `${column} = ${value}`)
      .join(', ')};
    insert into ${table} select * from copied`;
  return { what: `${table}: a row added, like ${row}`, change, named };
};

/** Exchanges these columns between two rows. */
export const swapped = (table: string, columns: string[], a: string, b: string, named: Named) => {
  const list = columns.join(', ');
  const change = `
    create temp table pair on commit drop as
      select 1 as n, x.* from ${table} x where ctid = ${first(table, a)}
      union all select 2, x.* from ${table} x where ctid = (
        select ctid from ${table} where shop_id = 1 and (${b}) and ctid <> ${first(table, a)} order by ctid desc limit 1);
    delete from ${table} t using pair where to_jsonb(t) = to_jsonb(pair) - 'n';
    create temp table crossed on commit drop as select * from pair;
    update crossed c set (${list}) = (select ${list} from pair p where p.n <> c.n);
    alter table crossed drop column n;
    insert into ${table} select * from crossed`;
  return { what: `${table}: two rows swapped by ${list}, ${a} and ${b}`, change, named };
};
