/**
 * Cash is alike, so whose it is follows from order alone: of what a holder takes in and gives out, each counted from their first fils on in the order in
 * which it was recorded, the n-th fils that came in is the n-th that went out. A place on these two lines never moves, since movements are only added.
 */

/** Which of a holder's two lines. */
export type Line = 'in' | 'out';

/** `on`: from where cash came in to where it is. `back`: from where it went to where it came from. */
export type Way = 'on' | 'back';

/** A movement between two people, or one of them and outside (null): customers, bank, safe, opening, adjustment. */
export type Passed = { id: string; from_user_id: string | null; to_user_id: string | null };

/** A movement with its place on a line: how many fils lie before its first one. */
export type Placed = Passed & { start_fils: number; amount_fils: number };

/** So many fils of a holder's line behind `start_fils`. */
export type Stretch = { user_id: string; start_fils: number; fils: number };

export type Book = {
  /** How many fils lie before each of these on that line of whoever gave or took it. */
  startsOf(line: Line, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** For each stretch the movements that touch it, in their order; `whole` is false where there were more than are answered. */
  movementsAt(
    line: Line,
    stretches: readonly Stretch[],
  ): Promise<readonly { movements: readonly Placed[]; whole: boolean }[]>;
};

/** Some fils, wherever they are: of those asked about the ones behind `offset_fils`; of the movement the ones behind `at_fils`. */
type Piece = {
  offset_fils: number;
  fils: number;
  movement: Passed;
  at_fils: number;
  /** Every movement they were in, the asked one first. */
  trail: readonly string[];
};

/**
 * Where some fils end. `outside`: the last movement goes, or comes from, outside. `line`: the last holder's other line is not so long: they hold it, or gave
 * it before anything was booked to them. `round`: back where they began, so nobody ever brought them. `far`: followed no further.
 */
export type End = {
  end: 'outside' | 'line' | 'round' | 'far';
  offset_fils: number;
  fils: number;
  movement: Passed;
  trail: readonly string[];
};

export type Bounds = {
  /** How many ends at most: what lies behind is left for the next question. */
  ends: number;
  /** Through how many hands. */
  hands: number;
};

/** What was found, by where it lies in what was asked; it ends before `until_fils` where that would be more than the bounds allow. */
export type Followed = { ends: End[]; until_fils: number };

/** The same movement's place on the line that a way arrives at, and leaves by. */
const LINES = { on: { arrives: 'in', leaves: 'out' }, back: { arrives: 'out', leaves: 'in' } } as const;

const holderOf = (way: Way, { from_user_id, to_user_id }: Passed) =>
  way === 'on' ? to_user_id : from_user_id;

/** Follows the fils of a movement behind `offset_fils`, up to `until_fils`, from hand to hand. All it answers adds up to exactly what was asked, and not a fils twice. */
export async function follow(
  book: Book,
  way: Way,
  asked: { movement: Passed; offset_fils: number; until_fils: number },
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

/** Where the piece behind the first `count` begins. */
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

/** Passes each piece through the hands it arrives at. */
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
    if (!stretch || !there) throw new Error('a stretch was not looked up');
    const cut = cutBy(stretch, there.movements);
    for (const { movement, at_fils, from_fils, fils } of cut.parts) {
      const offset_fils = piece.offset_fils + from_fils;
      const part = { offset_fils, fils, movement, at_fils, trail: [...piece.trail, movement.id] };
      // Fils that no outside brought go in a circle, and the first place they meet again is the one they began at.
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

/** A stretch cut by the movements that touch it: which fils of each, in their order. What is not covered lies behind the end of the line. */
export function cutBy({ start_fils, fils }: Omit<Stretch, 'user_id'>, movements: readonly Placed[]) {
  const end_fils = start_fils + fils;
  const parts: { movement: Passed; at_fils: number; from_fils: number; fils: number }[] = [];
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
