import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { shaped, statement, wording } from './statement.ts';

describe('a statement written out', () => {
  const named = (id: number, name: string | null) =>
    statement`select from shops where id = ${id} and name = ${name}`;

  it('has all its values as parameters, in their order', () => {
    const { sql: text, parameters } = named(1, "Shop'); drop table shops --");
    expect(text).toBe('select from shops where id = $1 and name = $2');
    expect(parameters).toEqual([1, "Shop'); drop table shops --"]);
  });

  it('has the same text for other values, and these values', () => {
    expect(named(2, null)).toMatchObject({ sql: named(1, 'one').sql, parameters: [2, null] });
  });
});

describe('a statement of a shape', () => {
  const change = (name: unknown, id: number) => ({
    compile: () =>
      wording
        .updateTable('shops')
        .set({ name: name as string })
        .where('id', '=', id)
        .compile(),
  });

  it('is made once, and then said with other values', () => {
    const build = vi.fn(change);
    const asked = (name: string, id: number) => shaped('test: name', [name, id], () => build(name, id));
    const first = asked('one', 1);
    const second = asked('two', 2);
    expect(build).toHaveBeenCalledTimes(1);
    expect(second).toMatchObject({ sql: first.sql, parameters: ['two', 2] });
  });

  it('is made anew where a value is an expression, before the text is known and after', () => {
    const now = sql`upper(name)`;
    const asked = (name: unknown, id: number) =>
      shaped('test: expression', [name, id], () => change(name, id));
    const by_expression = () => asked(now, 3);
    expect(by_expression()).toMatchObject({ parameters: [3] });
    expect(asked('one', 1)).toMatchObject({ parameters: ['one', 1] });
    expect(by_expression()).toMatchObject({ sql: expect.stringContaining('upper(name)'), parameters: [3] });
  });

  it('is made anew each time where its values are not all of its parameters', () => {
    const asked = (id: number) => shaped('test: more parameters', [id], () => change('fixed', id));
    expect([asked(1), asked(2)]).toMatchObject([{ parameters: ['fixed', 1] }, { parameters: ['fixed', 2] }]);
  });
});
