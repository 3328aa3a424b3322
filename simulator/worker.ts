import { type Connections, openConnections } from './database/connections.ts';
import type { Programs } from './phone/phone.ts';
import { readPrograms } from './phone/start-program.ts';
import { real } from './real-clock.ts';
import { rowsOf } from './rows.ts';
import { runSeed, type SeedOutcome } from './run-seed.ts';

/** A request to a worker. */
export type SeedRequest = { seed: number; without: number[]; trace: boolean; rows: boolean };
/** A worker's response; it has a trace only if the seed failed or the trace was requested. */
export type SeedResult = Omit<SeedOutcome, 'trace'> & {
  trace: readonly string[] | null;
  rows: string | null;
  took_ms: number;
};

async function work(asked: SeedRequest, connections: Connections, programs: Programs) {
  const began = real.now();
  const without = new Set(asked.without);
  const outcome = await runSeed({ seed: asked.seed, without }, connections, programs);
  const rows = asked.rows ? await rowsOf(connections) : null;
  const trace = asked.trace || outcome.failures.length > 0 ? outcome.trace : null;
  return { ...outcome, trace, rows, took_ms: real.now() - began } satisfies SeedResult;
}

const [socket = '', database = '', tab = '', background = ''] = process.argv.slice(2);
const connections = await openConnections(socket, database);
const programs = await readPrograms({ tab, background });
process.on('message', (asked: SeedRequest) => {
  work(asked, connections, programs).then(
    (answered) => process.send?.(answered),
    (error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ seed: asked.seed, failures: [`the simulator failed: ${why}`], trace: [], rows: null });
    },
  );
});
process.send?.('ready');
