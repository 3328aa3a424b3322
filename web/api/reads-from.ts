/** Where the feed stood before something was read; null where the server has not said. */
export type Position = string | null;

export type ReadsFrom = ReturnType<typeof createReadsFrom>;

/** From where on a stream tells what the answers on this page may not show. It weighs on the first screen: what is made of it comes with the stream. */
export function createReadsFrom() {
  return {
    /** Of all answers before the first stream. */
    positions: new Set<Position>(),
    /** Counts how often it was begun to hear of changes. */
    round: 0,
    /** Is told of what was asked for in an earlier round. */
    onLate: (_: Position) => {},
  };
}

export function noteRead(reads: ReadsFrom, position: Position, asked_in: number): void {
  if (!reads.round) reads.positions.add(position);
  else if (asked_in < reads.round) reads.onLate(position);
}
