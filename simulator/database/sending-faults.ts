import type { Faults } from '../faults.ts';
import type { Line, SendingFault } from './sending.ts';
import { endsTransaction, isOpenAfter } from './statement-texts.ts';

/** Shares of lost writes: those with a single statement, and the rarer ones with several. */
const LOST = { alone: 0.005, together: 0.012 };
/** The shares of writes within a transaction at which a doomed server dies: see `isDoomed`. */
const DEADLY = { alone: 0.1, together: 0.8 };

/**
 * Chooses the fault of this write, if any: the connection breaks before the database executes it, partway
 * through, or before the response.
 */
export function sendingFault(
  line: Line,
  texts: readonly string[],
  { is_doomed, faults }: { is_doomed: boolean; faults: Faults },
): SendingFault | null {
  const { random, in_transaction } = line;
  const luck = random.number();
  const share = texts.length > 1 ? 'together' : 'alone';
  const in_one = in_transaction || isOpenAfter(texts.slice(0, 1), false);
  const server_dies = is_doomed && in_one && luck > 1 - DEADLY[share];
  if (!server_dies && luck > LOST[share]) return null;
  // A commit without a response is the most dangerous fault. Outside a transaction every write commits.
  const is_unanswered = endsTransaction(texts) && random.chance(0.5);
  const within = in_one && texts.length > 1 && random.chance(0.6);
  const some = within ? random.between(1, texts.length - 1) : random.pick([0, texts.length]);
  const seen = is_unanswered ? texts.length : some;
  faults.count(nameOf(texts, seen, server_dies));
  return { seen, server_dies };
}

function nameOf(texts: readonly string[], seen: number, server_dies: boolean) {
  if (server_dies)
    return seen > 0 && seen < texts.length ? 'server died within one write' : 'server died in a transaction';
  if (seen === 0) return 'connection cut before a statement';
  if (seen < texts.length) return 'connection cut within one write';
  return endsTransaction(texts) ? 'commit unanswered' : 'connection cut after a statement';
}
