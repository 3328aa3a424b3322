/** The position of the change feed before a read; null if the server did not send it. */
export type Position = string | null;

/**
 * The feed positions from which a change stream must resume so that no response on this page becomes stale. A
 * request takes `positions` before it is sent and adds the position of its response; the change listener
 * replaces the set. It is kept small because it is part of the first screen; everything else is loaded with
 * the stream.
 */
export type ReadsFrom = { positions: Positions };

export type Positions = Iterable<Position> & { add(position: Position): unknown };

export function createReadsFrom(): ReadsFrom {
  return { positions: new Set() };
}
