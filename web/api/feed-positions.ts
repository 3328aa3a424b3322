/** The position of the change feed before a read; null if the server did not send it. */
export type FeedPosition = string | null;

/**
 * The feed positions from which a change stream must resume so that no response on this page becomes stale. A
 * request captures `positions` before it is sent and adds the position of its response to them; the change
 * listener replaces the set. This file is kept small because it is part of the first screen; all other code
 * is loaded with the stream.
 */
export type FeedPositions = { positions: Positions };

export type Positions = Iterable<FeedPosition> & { add(position: FeedPosition): unknown };

export function createFeedPositions(): FeedPositions {
  return { positions: new Set() };
}
