/** Where the feed stood before something was read; null where the server has not said. */
export type Position = string | null;

/**
 * From where on a stream tells what the answers on this page may not show. Whoever asks takes `positions` then and adds to them with the answer; what
 * hears of changes puts others in their place. It weighs on the first screen: all else comes with the stream.
 */
export type ReadsFrom = { positions: Positions };

export type Positions = Iterable<Position> & { add(position: Position): unknown };

export function createReadsFrom(): ReadsFrom {
  return { positions: new Set() };
}
