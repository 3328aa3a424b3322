import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookInMemory, type Move } from '../../../tests/support/book-in-memory.ts';
import { type Book, type End, follow, type Way } from './oldest-first.ts';

const NO_BOUNDS = { ends: 10_000, hands: 10_000 };

/** Follows all fils of a movement, page by page. */
async function followed(book: Book, way: Way, move: Move, bounds = NO_BOUNDS): Promise<End[]> {
  const ends: End[] = [];
  let offset_fils = 0;
  while (offset_fils < move.amount_fils) {
    const page = await follow(
      book,
      way,
      { movement: move, offset_fils, until_fils: move.amount_fils },
      bounds,
    );
    expect(page.until_fils).toBeGreaterThan(offset_fils);
    expect(page.ends.length).toBeLessThanOrEqual(bounds.ends);
    ends.push(...page.ends);
    offset_fils = page.until_fils;
  }
  return ends;
}

/** Follows each fils of a movement separately in first-in, first-out order. */
function byHand(moves: readonly Move[]) {
  const fils = (key: 'from_user_id' | 'to_user_id', user_id: string) =>
    moves
      .filter((move) => move[key] === user_id)
      .flatMap(({ id, amount_fils }) => Array.from({ length: amount_fils }, (_, n) => `${id} ${n}`));
  const byId = new Map(moves.map((move) => [move.id, move]));
  return (way: Way, first: string): string => {
    for (let at = first; ; ) {
      const [id = '', n] = at.split(' ');
      const move = byId.get(id);
      const user_id = way === 'on' ? move?.to_user_id : move?.from_user_id;
      if (!user_id) return `outside ${id} ${n}`;
      const [arrives, leaves] =
        way === 'on' ? (['to_user_id', 'from_user_id'] as const) : (['from_user_id', 'to_user_id'] as const);
      const next = fils(leaves, user_id)[fils(arrives, user_id).indexOf(at)];
      if (next === undefined) return `line ${id} ${n}`;
      if (next === first) return `round ${first}`;
      at = next;
    }
  };
}

const person = fc.constantFrom('a', 'b', 'c');
const move = fc
  .record({
    from_user_id: fc.option(person),
    to_user_id: fc.option(person),
    amount_fils: fc.integer({ min: 1, max: 9 }),
  })
  .filter(({ from_user_id, to_user_id }) => from_user_id !== to_user_id);
const anyBook = fc
  .array(move, { minLength: 1, maxLength: 14 })
  .map((moves) => moves.map((one, at) => ({ ...one, id: `m${at}` })));

const small = { ends: 2, hands: 10_000 };

it('follows every fils to exactly one end in both directions, in pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyBook,
      fc.constantFrom(NO_BOUNDS, small),
      fc.integer({ min: 1, max: 3 }),
      async (moves, bounds, limit) => {
        const book = bookInMemory(moves, limit);
        const hand = byHand(moves);
        for (const way of ['on', 'back'] as const) {
          for (const asked of moves) {
            const ends = await followed(book, way, asked, bounds);
            expect(ends.reduce((sum, { fils }) => sum + fils, 0)).toBe(asked.amount_fils);
            const placed = ends.flatMap(({ end, fils, offset_fils, movement }) =>
              Array.from({ length: fils }, (_, n) => [offset_fils + n, `${end} ${movement.id}`] as const),
            );
            const counted = Array.from({ length: asked.amount_fils }, (_, n) => {
              const [end = '', id = ''] = hand(way, `${asked.id} ${n}`).split(' ');
              return [n, `${end} ${id}`] as const;
            });
            expect(placed).toEqual(counted);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

it('following cash forwards and backwards finds the same pairs of origin and end', async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, async (moves) => {
      const book = bookInMemory(moves);
      const paired = async (way: Way, from: readonly Move[]) => {
        const pairs = new Map<string, number>();
        for (const one of from) {
          for (const { end, fils, movement } of await followed(book, way, one)) {
            expect(end).not.toBe('round');
            if (end !== 'outside') continue;
            const pair = way === 'on' ? `${one.id} ${movement.id}` : `${movement.id} ${one.id}`;
            pairs.set(pair, (pairs.get(pair) ?? 0) + fils);
          }
        }
        return [...pairs].sort();
      };
      const brought = moves.filter(({ from_user_id }) => from_user_id === null);
      const taken = moves.filter(({ to_user_id }) => to_user_id === null);
      expect(await paired('on', brought)).toEqual(await paired('back', taken));
    }),
    { numRuns: 150 },
  );
});

const cash = (
  id: string,
  from_user_id: string | null,
  to_user_id: string | null,
  amount_fils: number,
): Move => ({
  id,
  from_user_id,
  to_user_id,
  amount_fils,
});
const trailsOf = (ends: readonly End[]) =>
  ends.map(({ end, fils, trail }) => `${fils} ${trail.join(' ')} ${end}`);

it('follows a delivery to the bank, even if change precedes any balance or the delivery arrives late', async () => {
  const day = [
    cash('start', 'admin', 'driver', 200),
    cash('door', null, 'driver', 145),
    cash('end', 'driver', 'admin', 345),
    cash('collection', 'admin', 'manager', 145),
    cash('bank', 'manager', null, 100),
  ];
  const book = bookInMemory(day);
  const [start, door, , collection, bank] = day as [Move, Move, Move, Move, Move];
  expect(trailsOf(await followed(book, 'on', door))).toEqual([
    '100 door end collection bank outside',
    '45 door end collection line',
  ]);
  expect(trailsOf(await followed(book, 'back', bank))).toEqual(['100 bank collection end door outside']);
  // The admin's change of the morning came back in the evening, so it has no origin outside.
  expect(trailsOf(await followed(book, 'back', start))).toEqual(['200 start end start round']);
  expect(trailsOf(await followed(bookInMemory(day.slice(0, 1)), 'back', start))).toEqual(['200 start line']);
  const late = bookInMemory([start, day[2] as Move, collection, bank, door]);
  expect(trailsOf(await followed(late, 'back', bank))).toEqual(['100 bank collection end door outside']);
});

it('stops after the maximum number of transfers and marks the end as `far`', async () => {
  const there_and_back = Array.from({ length: 9 }, (_, n) =>
    n % 2 === 0 ? cash(`m${n}`, 'a', 'b', 5) : cash(`m${n}`, 'b', 'a', 5),
  );
  const door = cash('door', null, 'a', 5);
  const book = bookInMemory([door, ...there_and_back]);
  const page = await follow(
    book,
    'on',
    { movement: door, offset_fils: 0, until_fils: 5 },
    { ends: 10, hands: 3 },
  );
  expect(trailsOf(page.ends)).toEqual(['5 door m0 m1 m2 far']);
});
