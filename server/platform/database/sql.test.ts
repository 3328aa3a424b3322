import { expect, test } from 'vitest';
import { sql } from './sql.ts';

const named = (id: number, name: string | null) => sql`select from shops where id = ${id} and name = ${name}`;

test('the values of a template become parameters in their order', () => {
  const { text, values } = named(1, "Shop'); drop table shops --");
  expect(text).toBe('select from shops where id = $1 and name = $2');
  expect(values).toEqual([1, "Shop'); drop table shops --"]);
});

test('a template has the same text for different values', () => {
  expect(named(2, null)).toMatchObject({ text: named(1, 'one').text, values: [2, null] });
});

test('a nested template becomes part of the text, and its values are numbered with the others', () => {
  const is_open = sql`status = ${'open'} and ${sql`paid = ${true}`}`;
  const { text, values } = sql`select ${1} where ${is_open} or id = ${2}`;
  expect(text).toBe('select $1 where status = $2 and paid = $3 or id = $4');
  expect(values).toEqual([1, 'open', true, 2]);
});

test('a list of parts and values is joined by commas, or by another separator', () => {
  expect(sql`in (${sql.join([1, sql`now()`, 'x'])})`).toMatchObject({
    text: 'in ($1, now(), $2)',
    values: [1, 'x'],
  });
  expect(sql.join([sql`a`, sql`b`, sql`c`], sql` and `).text).toBe('a and b and c');
  expect(sql.join([]).text).toBe('');
});

test('an array is one value', () => {
  expect(sql`id = any(${[1, 2]}::int[])`).toMatchObject({ text: 'id = any($1::int[])', values: [[1, 2]] });
});

test('names and literals are quoted', () => {
  expect(sql.ref('partitions.feed').text).toBe('"partitions"."feed"');
  expect(sql.ref('a"b').text).toBe('"a""b"');
  expect(sql.lit("it's").text).toBe("'it''s'");
});
