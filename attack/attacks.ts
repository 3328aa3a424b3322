import { startAttackedServer } from './attacked-server.ts';
import { authorizationTable } from './authorization-table.ts';
import { badInputs } from './bad-inputs.ts';
import { databaseIsolation } from './database-isolation.ts';
import { forgedPayments } from './forged-payments.ts';
import { type AttackReport, printReport } from './report.ts';
import { signInFlood } from './sign-in-flood.ts';
import { type FloodSizes, slowRequests, webhookFlood } from './unfinished-requests.ts';

const BAD_INPUTS = { full: 5_000, quick: 300, sample: 60 };
/** Enough requests for each socket to reconnect twice. */
const FLOODS = { sockets: 1_000, deliveries: 300 };
/** More sockets would overload any Node process: parsing 64 KiB of one-byte chunks takes it 10 ms. */
const CRUMBS = { sockets: 300, deliveries: 40 };
const SLOW = { sockets: 300, deliveries: 9 };
const READS = 2_000;
const SEED = 760_219;

/** `quick` makes fewer attempts and no floods; `sample` makes the fewest. */
type Scale = 'full' | 'quick' | 'sample';

/**
 * Attacks the built product as staff and as clients without a session. Prints and returns the attempts of
 * each part.
 */
export async function runAttacks(scale: Scale, seed = SEED): Promise<AttackReport[]> {
  const place = await startAttackedServer();
  const is_sample = scale === 'sample';
  const attacks = [
    () => authorizationTable(place, { is_sample }),
    () => databaseIsolation(place, { is_sample }),
    () => forgedPayments(place),
    () => badInputs(place, BAD_INPUTS[scale], seed),
  ];
  const floods = [
    () => webhookFloodOfItsOwn('body', FLOODS),
    () => webhookFloodOfItsOwn('crumbs', CRUMBS),
    () => signInFlood(place, READS),
    () => slowRequests(place, SLOW),
  ];
  const results: AttackReport[] = [];
  try {
    for (const attack of scale === 'full' ? [...attacks, ...floods] : attacks) {
      const tries = await attack();
      printReport(tries);
      results.push(tries);
    }
  } finally {
    await place.close();
  }
  return results;
}

/** Floods a new server, because memory that an older one already used would count as the flood's. */
async function webhookFloodOfItsOwn(mode: 'body' | 'crumbs', sizes: FloodSizes): Promise<AttackReport> {
  const flooded = await startAttackedServer();
  try {
    return await webhookFlood(flooded, sizes, mode);
  } finally {
    await flooded.close();
  }
}
