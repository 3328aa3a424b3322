import type { Faults } from '../faults.ts';
import type { Line, SendingFault } from './sending.ts';
import { endsTransaction, isOpenAfter } from './statement-texts.ts';

/** Shares of what is sent: of one statement, and of several in one write, of which there are fewer. */
const LOST = { alone: 0.005, together: 0.012 };
/** Of what a server sends in transactions that is to die in one. */
const DEADLY = { alone: 0.1, together: 0.8 };

/** What goes wrong with what is sent now, if anything does: before the database sees it, in its midst, or before it is answered. */
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
  // A commit that nobody is told of is what costs most, and outside a transaction all of it is one.
  const is_unanswered = endsTransaction(texts) && random.chance(0.5);
  const within = in_one && texts.length > 1 && random.chance(0.6);
  const some = within ? random.between(1, texts.length - 1) : random.pick([0, texts.length]);
  const seen = is_unanswered ? texts.length : some;
  faults.strike(nameOf(texts, seen, server_dies));
  return { seen, server_dies };
}

function nameOf(texts: readonly string[], seen: number, server_dies: boolean) {
  if (server_dies)
    return seen > 0 && seen < texts.length ? 'server died within one write' : 'server died in a transaction';
  if (seen === 0) return 'connection cut before a statement';
  if (seen < texts.length) return 'connection cut within one write';
  return endsTransaction(texts) ? 'commit unanswered' : 'connection cut after a statement';
}
