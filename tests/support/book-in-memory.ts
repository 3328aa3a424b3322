import type {
  Book,
  CashTransfer,
  Line,
  PlacedTransfer,
} from '../../server/reports/cash-path/oldest-first.ts';

export type Move = CashTransfer & { amount_fils: number };

/** A cash book of these movements, in recording order; it returns at most `limit` movements for a stretch. */
export function bookInMemory(moves: readonly Move[], limit = 10_000): Book {
  const lines = { in: new Map<string, PlacedTransfer[]>(), out: new Map<string, PlacedTransfer[]>() };
  for (const move of moves) {
    for (const [line, user_id] of [
      ['in', move.to_user_id],
      ['out', move.from_user_id],
    ] as const) {
      if (user_id === null) continue;
      const there = lines[line].get(user_id) ?? [];
      const last = there.at(-1);
      there.push({ ...move, start_fils: last ? last.start_fils + last.amount_fils : 0 });
      lines[line].set(user_id, there);
    }
  }
  const all = (line: Line) => [...lines[line].values()].flat();
  return {
    startsOf: async (line, ids) =>
      new Map(
        all(line)
          .filter(({ id }) => ids.includes(id))
          .map(({ id, start_fils }) => [id, start_fils]),
      ),
    movementsAt: async (line, stretches) =>
      stretches.map(({ user_id, start_fils, fils }) => {
        const touching = (lines[line].get(user_id) ?? []).filter(
          (one) => one.start_fils < start_fils + fils && one.start_fils + one.amount_fils > start_fils,
        );
        return { movements: touching.slice(0, limit), whole: touching.length <= limit };
      }),
  };
}
