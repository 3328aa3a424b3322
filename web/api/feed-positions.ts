/** The position of the change feed before a read; null if the server did not send it. */
export type FeedPosition = string | null;

/**
 * The feed positions from which a change stream must resume so that no response on this page becomes stale. A
 * request takes `positions` before it is sent and adds the position of its response; the change listener
 * replaces the set. It is kept small because it is part of the first screen; everything else is loaded with
 * the stream.
 */
export type FeedPositions = { positions: Positions };

export type Positions = Iterable<FeedPosition> & { add(position: FeedPosition): unknown };

export function createFeedPositions(): FeedPositions {
  return { positions: new Set() };
}
