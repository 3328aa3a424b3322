import { describe, expect, it } from 'vitest';
import { cashOf, HOLDERS, MANAGER_ID } from '../../../tests/support/sample-cash.ts';
import { collectable, holdersOf, nextHolder } from './holders.ts';

const holders = holdersOf(cashOf(HOLDERS), MANAGER_ID);
const [joseph, bilal] = [HOLDERS[1], HOLDERS[2]];

describe('holders', () => {
  it('adds pending cash and sorts by amount, the highest first', () => {
    expect(holders.map(({ full_name, total_fils, own }) => [full_name, total_fils, own])).toEqual([
      ['Omar Farouk', 50_000, true],
      ['Joseph Mathew', 39_500, false],
      ['Bilal Ahmed', 14_500, false],
    ]);
  });

  it('excludes the manager from collection', () => {
    expect(collectable(holders).map(({ user_id }) => user_id)).toEqual([joseph?.user_id, bilal?.user_id]);
  });

  it('a run visits every other person once', () => {
    const ids = [joseph?.user_id ?? '', bilal?.user_id ?? ''];
    expect(nextHolder(holders, new Set())?.user_id).toBe(ids[0]);
    expect(nextHolder(holders, new Set(ids.slice(0, 1)))?.user_id).toBe(ids[1]);
    expect(nextHolder(holders, new Set(ids))).toBeUndefined();
  });
});
