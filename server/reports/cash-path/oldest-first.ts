/**
 * Follows cash in first-in, first-out order. A holder's incoming fils form one line and the outgoing fils
 * another, in the order of recording: the n-th fils that came in is the n-th that went out. Movements are
 * only added, so a position on a line never changes.
 */

/** The holder's line of incoming or of outgoing fils. */
export type Line = 'in' | 'out';

/** `on`: from the origin of cash to its present place. `back`: from there to the origin. */
export type Way = 'on' | 'back';

/**
 * A movement between two people, or between one and the outside (null): customers, bank, safe, opening,
 * adjustment.
 */
export type CashTransfer = { id: string; from_user_id: string | null; to_user_id: string | null };

/** A movement with its position on a line. `start_fils`: the number of fils that precede it. */
export type PlacedTransfer = CashTransfer & { start_fils: number; amount_fils: number };

/** A stretch of `fils` on a holder's line, after the first `start_fils`. */
export type Stretch = { user_id: string; start_fils: number; fils: number };

export type Book = {
  /** Returns how many fils precede each of these movements on that line of its holder. */
  startsOf(line: Line, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the movements of each stretch in line order; `whole` is false if there were too many. */
  movementsAt(
    line: Line,
    stretches: readonly Stretch[],
  ): Promise<readonly { movements: readonly PlacedTransfer[]; whole: boolean }[]>;
};

/**
 * Some fils in transit: `offset_fils` is their offset within the request, `at_fils` within the present
 * movement.
 */
type Piece = {
  offset_fils: number;
  fils: number;
  movement: CashTransfer;
  at_fils: number;
  /** Every movement they passed, the requested one first. */
  trail: readonly string[];
};

/**
 * The end of the path of some fils. `outside`: their last movement goes to, or comes from, outside the staff.
 * `line`: the other line of the last holder is shorter, so they still hold the fils, or gave them before any
 * were booked to them. `round`: the path is back at its start, so the fils have no origin. `far`: the limit
 * of holders was reached.
 */
export type End = {
  end: 'outside' | 'line' | 'round' | 'far';
  offset_fils: number;
  fils: number;
  movement: CashTransfer;
  trail: readonly string[];
};

export type Bounds = {
  /** The largest number of ends of paths; the next request returns the rest. */
  ends: number;
  /** The largest number of holders on a path. */
  hands: number;
};

/** The ends in the order of the requested fils. `until_fils`: where the bounds cut the result. */
export type Followed = { ends: End[]; until_fils: number };

/** The line on which fils arrive at a holder, and the line on which they leave, in each direction. */
const LINES = { on: { arrives: 'in', leaves: 'out' }, back: { arrives: 'out', leaves: 'in' } } as const;

const holderOf = (way: Way, { from_user_id, to_user_id }: CashTransfer) =>
  way === 'on' ? to_user_id : from_user_id;

/**
 * Follows the fils of a movement from `offset_fils` up to `until_fils`, from holder to holder. The ends cover
 * exactly these fils, each once.
 */
export async function follow(
  book: Book,
  way: Way,
  asked: { movement: CashTransfer; offset_fils: number; until_fils: number },
  bounds: Bounds,
): Promise<Followed> {
  const { movement, offset_fils } = asked;
  const whole = { movement, trail: [movement.id], at_fils: offset_fils, offset_fils };
  let open: Piece[] = [{ ...whole, fils: asked.until_fils - offset_fils }];
  let ends: End[] = [];
  let { until_fils } = asked;
  for (let hands = 0; open.length > 0; hands += 1) {
    ends.push(...open.filter((piece) => holderOf(way, piece.movement) === null).map(ending('outside')));
    const going = open.filter((piece) => holderOf(way, piece.movement) !== null);
    if (hands === bounds.hands) {
      ends.push(...going.map(ending('far')));
      break;
    }
    const next = await pass(book, way, going, movement.id);
    until_fils = Math.min(
      until_fils,
      next.until_fils,
      offsetOf([...ends, ...next.ends, ...next.open], bounds.ends),
    );
    ends = before([...ends, ...next.ends], until_fils);
    open = before(next.open, until_fils);
  }
  return { ends: before(ends, until_fils).sort((a, b) => a.offset_fils - b.offset_fils), until_fils };
}

const ending =
  (end: End['end']) =>
  ({ offset_fils, fils, movement, trail }: Omit<Piece, 'at_fils'>): End => ({
    end,
    offset_fils,
    fils,
    movement,
    trail,
  });

/** Returns the offset of the part that follows the first `count` parts. */
function offsetOf(pieces: readonly { offset_fils: number }[], count: number): number {
  const offsets = pieces.map(({ offset_fils }) => offset_fils).sort((a, b) => a - b);
  return offsets[count] ?? Number.POSITIVE_INFINITY;
}

function before<T extends { offset_fils: number; fils: number }>(
  pieces: readonly T[],
  until_fils: number,
): T[] {
  return pieces
    .filter(({ offset_fils }) => offset_fils < until_fils)
    .map((piece) => ({ ...piece, fils: Math.min(piece.fils, until_fils - piece.offset_fils) }));
}

/** Moves each part of the fils through the holder that it reached. */
async function pass(book: Book, way: Way, going: readonly Piece[], origin: string) {
  const passed = { open: [] as Piece[], ends: [] as End[], until_fils: Number.POSITIVE_INFINITY };
  if (going.length === 0) return passed;
  const { arrives, leaves } = LINES[way];
  const starts = await book.startsOf(arrives, [...new Set(going.map(({ movement }) => movement.id))]);
  const stretches = going.map(({ movement, at_fils, fils }) => ({
    user_id: holderOf(way, movement) ?? '',
    start_fils: (starts.get(movement.id) ?? 0) + at_fils,
    fils,
  }));
  const found = await book.movementsAt(leaves, stretches);
  for (const [i, piece] of going.entries()) {
    const [stretch, there] = [stretches[i], found[i]];
    if (!stretch || !there) throw new Error('The movements of a stretch were not read');
    const cut = cutBy(stretch, there.movements);
    for (const { movement, at_fils, from_fils, fils } of cut.parts) {
      const offset_fils = piece.offset_fils + from_fils;
      const part = { offset_fils, fils, movement, at_fils, trail: [...piece.trail, movement.id] };
      // Fils without an origin outside move in a circle: the first movement that repeats is the requested
      // one.
      if (movement.id === origin && at_fils === offset_fils) passed.ends.push(ending('round')(part));
      else passed.open.push(part);
    }
    const offset_fils = piece.offset_fils + cut.covered_fils;
    if (cut.covered_fils === piece.fils) continue;
    if (there.whole) {
      passed.ends.push(ending('line')({ ...piece, offset_fils, fils: piece.fils - cut.covered_fils }));
    } else {
      passed.until_fils = Math.min(passed.until_fils, offset_fils);
    }
  }
  return passed;
}

/** Cuts a stretch by its movements, in line order. Uncovered fils are beyond the end of the line. */
export function cutBy({ start_fils, fils }: Omit<Stretch, 'user_id'>, movements: readonly PlacedTransfer[]) {
  const end_fils = start_fils + fils;
  const parts: { movement: CashTransfer; at_fils: number; from_fils: number; fils: number }[] = [];
  let covered_fils = 0;
  for (const movement of movements) {
    const [from, to] = [
      Math.max(start_fils, movement.start_fils),
      Math.min(end_fils, movement.start_fils + movement.amount_fils),
    ];
    if (from >= to) continue;
    const { id, from_user_id, to_user_id } = movement;
    parts.push({
      movement: { id, from_user_id, to_user_id },
      at_fils: from - movement.start_fils,
      from_fils: from - start_fils,
      fils: to - from,
    });
    covered_fils = to - start_fils;
  }
  return { parts, covered_fils };
}
