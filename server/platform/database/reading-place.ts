import type { Staff } from '../actor.ts';
import type { Database, Tx } from './database.ts';
import type { Standby } from './standby.ts';
import type { OnPosition } from './transactions.ts';

/** As `Standby.read`, for whoever asked. */
type ReadThere = <T>(work: (tx: Tx, as_of: Date | null) => Promise<T>, onPosition?: OnPosition) => Promise<T>;

type ReadingPlace = {
  /** Whom the primary has found and `admit` let pass; null where only `onPrimary` is to ask. */
  actor: Staff | null;
  /** Throws what the one that was asked last throws. */
  read<T>(
    onStandby: (actor: Staff, readThere: ReadThere) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T>;
};

/**
 * Where a report or an export is read: on the standby where there is one and it is fit, else on the primary. Who asks is asked of the primary.
 * Throws as `asActor`, and what `admit` throws.
 */
export async function readingPlace(
  { requests, standby }: { requests: Database; standby?: Standby | null },
  session_id: string,
  admit: (actor: Staff) => void,
): Promise<ReadingPlace> {
  const primary: ReadingPlace = { actor: null, read: (_, onPrimary) => onPrimary() };
  if (!standby) return primary;
  const { NotOnStandby } = await import('./standby-state.ts');
  const unlessThere =
    <T>(instead: () => T | Promise<T>) =>
    (error: unknown) => {
      if (error instanceof NotOnStandby) return instead();
      throw error;
    };
  const seen = await standby.seenFor(requests, session_id, admit).catch(unlessThere(() => null));
  if (!seen) return primary;
  const readThere: ReadThere = (work, onPosition) => standby.read(seen, work, onPosition);
  return {
    actor: seen.actor,
    read: (onStandby, onPrimary) => onStandby(seen.actor, readThere).catch(unlessThere(onPrimary)),
  };
}
