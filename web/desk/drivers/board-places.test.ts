import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  BoardDriver,
  BoardStop,
} from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { inFirstOrder, moveTo, placeOnBoard, stepFrom, withMoves, withStopAt } from './board-places.ts';

const stop = (id: string): BoardStop => ({
  id,
  order_number: id,
  version: 1,
  status: 'dispatching',
  customer_name: 'Layla Haddad',
  area: null,
  delivery_address: 'Marina Gate 1',
  due_amount_fils: 100,
  payment_method: 'cash',
  payment_status: 'pending',
  promised_at: null,
  is_late: false,
});

const driver = (driver_id: number, ids: string, more: Partial<BoardDriver> = {}): BoardDriver => ({
  driver_id,
  full_name: `Driver ${driver_id}`,
  status: 'delivering',
  may_deliver: true,
  last_seen_at: null,
  cash_on_hand_fils: 0,
  cash_on_the_way_fils: 0,
  card_machines: [],
  unsent: null,
  arrangement_id: null,
  stops: [...ids].map(stop),
  ...more,
});

const BOARD = [
  driver(1, 'abc'),
  driver(2, '', { may_deliver: false }),
  driver(3, 'xy', { arrangement_id: 'a3' }),
];
const shown = (drivers: readonly BoardDriver[]) =>
  drivers.map(({ stops }) => stops.map(({ id }) => id).join('')).join('|');

it('moves a stop to a place and leaves all other drivers unchanged', () => {
  const moved = withStopAt(BOARD, 'b', { driver_id: 3, at: 1 });
  expect(shown(moved)).toBe('ac||xby');
  expect(moved[1]).toBe(BOARD[1]);
  expect(shown(withStopAt(BOARD, 'a', { driver_id: 1, at: 9 }))).toBe('bca||xy');
  expect(withStopAt(BOARD, 'gone', { driver_id: 1, at: 0 })).toBe(BOARD);
  expect(withStopAt(BOARD, 'a', { driver_id: 9, at: 0 })).toBe(BOARD);
});

it('steps within a driver and to the next driver with permission to deliver', () => {
  const from = { driver_id: 1, at: 2 };
  expect(stepFrom(BOARD, 'c', from, 'earlier')).toEqual({ driver_id: 1, at: 1 });
  expect(stepFrom(BOARD, 'c', from, 'later')).toEqual(from);
  expect(stepFrom(BOARD, 'c', from, 'driver_after')).toEqual({ driver_id: 3, at: 2 });
  expect(stepFrom(BOARD, 'c', from, 'driver_before')).toEqual(from);
  const there = withStopAt(BOARD, 'c', { driver_id: 3, at: 2 });
  expect(stepFrom(there, 'c', { driver_id: 3, at: 2 }, 'driver_before')).toEqual({ driver_id: 1, at: 2 });
});

it('builds the command from the board as seen, and none if nothing moves', () => {
  expect(moveTo(BOARD, 'c', { driver_id: 1, at: 0 }, 'new')).toEqual({
    driver_id: 1,
    arrangement_id: 'new',
    from_arrangement: null,
    order_ids: ['c', 'a', 'b'],
    taken: null,
  });
  expect(moveTo(BOARD, 'c', { driver_id: 3, at: 1 }, 'new')).toEqual({
    driver_id: 3,
    arrangement_id: 'new',
    from_arrangement: 'a3',
    order_ids: ['x', 'c', 'y'],
    taken: { order_id: 'c', version: 1 },
  });
  expect(moveTo(BOARD, 'c', { driver_id: 1, at: 2 }, 'new')).toBeNull();
  expect(moveTo(BOARD, 'gone', { driver_id: 1, at: 2 }, 'new')).toBeNull();
});

it('shows moves before they are recorded, one based on the other, and puts newly arrived stops last', () => {
  const given = moveTo(BOARD, 'c', { driver_id: 3, at: 0 }, 'one');
  if (!given) throw new Error('It moves');
  const after = withMoves(BOARD, [given]);
  expect(shown(after)).toBe('ab||cxy');
  const back = moveTo(after, 'c', { driver_id: 1, at: 0 }, 'two');
  expect(back).toMatchObject({ from_arrangement: null, taken: { order_id: 'c', version: 2 } });
  const again = moveTo(after, 'y', { driver_id: 3, at: 0 }, 'three');
  expect(again).toMatchObject({ from_arrangement: 'one', order_ids: ['y', 'c', 'x'] });
  const meanwhile = BOARD.map((one) => (one.driver_id === 3 ? driver(3, 'xynm') : one));
  expect(shown(withMoves(meanwhile, [given]))).toBe('ab||cxynm');
  // It is already recorded: later arrangements stay.
  const recorded = [driver(1, 'ab'), driver(3, 'ycx', { arrangement_id: 'one' })];
  expect(withMoves(recorded, [given])).toBe(recorded);
});

it('moves neither lose nor duplicate a stop', () => {
  const place = fc.record({ driver_id: fc.constantFrom(1, 2, 3), at: fc.nat(5) });
  const moves = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'x', 'y'), place), { maxLength: 6 });
  const property = fc.property(moves, (made) => {
    let drivers: readonly BoardDriver[] = BOARD;
    made.forEach(([id, to], at) => {
      const move = moveTo(drivers, id, to, `made ${at}`);
      if (!move) return;
      drivers = withMoves(drivers, [move]);
      const length = drivers.find(({ driver_id }) => driver_id === to.driver_id)?.stops.length ?? 0;
      expect(placeOnBoard(drivers, id)).toEqual({ ...to, at: Math.min(to.at, length - 1) });
    });
    expect([...shown(drivers).replaceAll('|', '')].toSorted().join('')).toBe('abcxy');
  });
  fc.assert(property);
});

it('lists drivers who are out first and drivers off duty last', () => {
  const drivers = [
    driver(1, '', { status: 'off_duty' }),
    driver(2, '', { status: 'available' }),
    driver(3, 'a', { status: 'available' }),
    driver(4, 'b'),
  ];
  expect(inFirstOrder(drivers).map(({ driver_id }) => driver_id)).toEqual([4, 3, 2, 1]);
});
