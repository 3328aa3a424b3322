import { openBenchPlace } from './bench-place.ts';
import { commands, type Work } from './commands-and-reads.ts';
import { hundredths } from './measure/measure.ts';
import { perJob } from './measure/processor-time.ts';
import type { Part, Row, Table } from './part.ts';
import { type Counted, countedStatements, countStatements } from './postgres/statement-statistics.ts';
import { giveEveryoneCash } from './signed-commands.ts';

type Sizes = { drivers: number; warming: number; each: number };

export const everyCommand: Part<Sizes> = {
  name: 'commands',
  about: 'statements, planning, execution, WAL bytes and processor time of every command',
  sizes: { full: { drivers: 32, warming: 300, each: 300 }, quick: { drivers: 8, warming: 4, each: 8 } },
  measure: async (_bench, sizes) => [await measureCommands(sizes)],
};

/** Runs the commands one after the other on a warm server. PostgreSQL's counters are per statement. */
async function measureCommands({ drivers, warming, each }: Sizes): Promise<Table> {
  const place = await openBenchPlace(drivers, countStatements);
  try {
    await giveEveryoneCash(place);
    const works = await commands(place, warming + each);
    const rows: Row[] = [];
    for (const [command, work] of Object.entries(works)) {
      await inTurn(work, 0, warming);
      const before = { counted: await countedStatements(place.pools.owner), time: place.processorTime() };
      await inTurn(work, warming, each);
      const after = { counted: await countedStatements(place.pools.owner), time: place.processorTime() };
      const counted = (name: keyof Counted) =>
        hundredths((after.counted[name] - before.counted[name]) / each);
      rows.push({
        command,
        statements: counted('statements'),
        plan_ms: counted('plan_ms'),
        execution_ms: counted('execution_ms'),
        wal_bytes: Math.round(counted('wal_bytes')),
        ...perJob(before.time, after.time, each),
      });
    }
    return {
      title: 'Cost of each command, one at a time',
      keys: ['command'],
      steady: {
        statements: 'less',
        plan_ms: 'less',
        execution_ms: 'less',
        wal_bytes: 'less',
        node_ms: 'less',
        postgres_ms: 'less',
      },
      times: {},
      rows,
    };
  } finally {
    await place.close();
  }
}

async function inTurn(work: Work, from: number, count: number): Promise<void> {
  for (let round = from; round < from + count; round += 1) await work(round);
}
