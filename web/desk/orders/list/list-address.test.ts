import { expect, it } from 'vitest';
import { listSearch, readListAddress, statusSearch, viewSearch } from './list-address.ts';

it('reads the open list from an address and replaces invalid values with defaults', () => {
  expect(readListAddress('')).toEqual({ view: 'unassigned', sort: 'age', way: 'up' });
  expect(readListAddress('view=late')).toEqual({ view: 'late', sort: 'promised', way: 'up' });
  expect(readListAddress('view=late&sort=amount&way=down')).toEqual({
    view: 'late',
    sort: 'amount',
    way: 'down',
  });
  expect(readListAddress('view=toString&sort=__proto__&way=left&status=completed')).toEqual(
    readListAddress(''),
  );
});

it('writes an address that reads back as the same list, without the default sort', () => {
  expect(viewSearch('delivered_today')).toBe('view=delivered_today');
  expect(readListAddress(statusSearch('packed'))).toEqual({
    view: 'all',
    sort: 'age',
    way: 'up',
    status: 'packed',
  });
  const other = { view: 'all', sort: 'driver', way: 'up' } as const;
  expect(readListAddress(listSearch(other))).toEqual(other);
});
