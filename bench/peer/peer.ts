import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { hundredths, knownOnly, type Load, measureInTurns } from '../measure.ts';
import type { Part, Row, Table } from '../part.ts';
import { bareLoad } from './bare-limit/bare-side.ts';
import { openMandoob } from './mandoob-side.ts';
import { type Started, startBareLimit, startMandoob, startPostgres, startReference } from './servers.ts';
import type { Side } from './side.ts';
import { openSupabase } from './supabase-side.ts';

/** `warming`: how often as many are done as are measured, before anything is measured. */
type Sizes = { warming: number; deliveries: number; collections: number };

/** Ours, the peer and the least that any server does, in turns. Addresses from the environment, else servers of its own: see README.md. */
export const peer: Part<Sizes> = {
  name: 'peer',
  about: 'ours against the specified sequence of calls on a Supabase-compatible server',
  sizes: {
    full: { warming: 4, deliveries: 240, collections: 320 },
    quick: { warming: 1, deliveries: 16, collections: 16 },
  },
  measure: async (_, sizes) => {
    const opened: { close(): Promise<void> }[] = [];
    try {
      return await compare(await openContest(opened), sizes);
    } finally {
      for (const one of opened.reverse()) await one.close();
    }
  },
};

/** A side, and what processor time its server has taken so far, in ms; null for one that runs elsewhere. */
type Contender = { side: Side; processorMs: () => number | null };
type Contest = { ours: Contender; peer: Contender; bare_url: string; bareMs: () => number | null };

const notKnown = () => null;

async function openContest(opened: { close(): Promise<void> }[]): Promise<Contest> {
  const directory = await makeTemporaryDirectory();
  opened.push({ close: directory.remove });
  const { path } = directory;
  const started = async <A>(starting: Promise<Started<A>>): Promise<Started<A>> => {
    const one = await starting;
    opened.push({ close: one.stop });
    return one;
  };
  const contender = async (opening: Promise<Side>, processorMs: () => number | null) => {
    const side = await opening;
    opened.push(side);
    return { side, processorMs };
  };
  const postgres = await started(startPostgres(path));
  const withPostgres = (processorMs: () => number | null) => () => {
    const [own_ms, postgres_ms] = [processorMs(), postgres.processorMs()];
    return own_ms === null || postgres_ms === null ? null : own_ms + postgres_ms;
  };
  const bare = await started(startBareLimit(path, postgres.address));
  const mandoob = mandoobGiven() ?? (await started(startMandoob(path)));
  const supabase = supabaseGiven() ?? (await started(startReference(path, postgres.address)));
  return {
    ours: await contender(openMandoob(mandoob.address), mandoob.processorMs),
    peer: await contender(openSupabase(supabase.address), withPostgres(supabase.processorMs)),
    bare_url: bare.address.url,
    bareMs: withPostgres(bare.processorMs),
  };
}

function supabaseGiven() {
  const { PEER_URL: url, PEER_ANON_KEY: anon_key, PEER_SERVICE_KEY: service_key } = process.env;
  const is_given = url && anon_key && service_key;
  return is_given ? { address: { url, anon_key, service_key }, processorMs: notKnown } : undefined;
}

function mandoobGiven() {
  const { MANDOOB_URL: url, MANDOOB_DATABASE_URL: owner_url } = process.env;
  const is_given = url && owner_url;
  return is_given
    ? { address: { url, owner_url, request_url: owner_url }, processorMs: notKnown }
    : undefined;
}

async function compare({ ours, peer, bare_url, bareMs }: Contest, sizes: Sizes): Promise<Table[]> {
  const deliveries = await rowsOf(sizes.warming, sizes.deliveries, async (count) => [
    { ...(await ours.side.deliveries(count)), processorMs: ours.processorMs },
    { ...(await peer.side.deliveries(count)), processorMs: peer.processorMs },
    { ...bareLoad(bare_url, count, ['photo', 'note']), processorMs: bareMs },
  ]);
  const collections = await rowsOf(sizes.warming, sizes.collections, async (count) => [
    { ...(await ours.side.collections(count)), processorMs: ours.processorMs },
    { ...(await peer.side.collections(count)), processorMs: peer.processorMs },
    { ...bareLoad(bare_url, count, ['signature', 'signature']), processorMs: bareMs },
  ]);
  for (const { side } of [ours, peer]) await assertRecorded(side, sizes);
  return [
    tableOf('Deliveries: a photo of 300 KB, a PDF of 30 KB, the order, the driver, the cash', deliveries),
    tableOf('Collections: two signatures of 8 KB, two balances, the handover', collections),
  ];
}

const AT_ONCE = [1, 8];

async function rowsOf(
  warming: number,
  count: number,
  loadsOf: (count: number) => Promise<Load<unknown>[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  // Plans, pools and code that is compiled as it runs: not what is compared.
  for (let round = 0; round < warming; round += 1) {
    await measureInTurns(await loadsOf(count), Math.max(...AT_ONCE));
  }
  for (const at_once of AT_ONCE) {
    const [ours, peer, bare] = await measureInTurns(await loadsOf(count), at_once);
    if (!ours || !peer || !bare) throw new Error('each load is measured');
    rows.push({
      at_once,
      ours_to_peer: hundredths(ours.per_second / peer.per_second),
      ours_to_limit: hundredths(ours.per_second / bare.per_second),
      limit_to_peer: hundredths(bare.per_second / peer.per_second),
      ...knownOnly({
        ours_processor_ms: ours.processor_ms,
        peer_processor_ms: peer.processor_ms,
        limit_processor_ms: bare.processor_ms,
      }),
      ours_per_second: ours.per_second,
      ours_p50_ms: ours.p50_ms,
      peer_per_second: peer.per_second,
      peer_p50_ms: peer.p50_ms,
      limit_per_second: bare.per_second,
      limit_p50_ms: bare.p50_ms,
    });
  }
  return rows;
}

function tableOf(title: string, rows: Row[]): Table {
  return {
    title,
    keys: ['at_once'],
    steady: {
      ours_to_peer: 'more',
      ours_to_limit: 'more',
      limit_to_peer: 'more',
      ours_processor_ms: 'less',
      peer_processor_ms: 'less',
      limit_processor_ms: 'less',
    },
    times: {
      ours_per_second: 'more',
      ours_p50_ms: 'less',
      peer_per_second: 'more',
      peer_p50_ms: 'less',
      limit_per_second: 'more',
      limit_p50_ms: 'less',
    },
    rows,
  };
}

async function assertRecorded(side: Side, sizes: Sizes): Promise<void> {
  const recorded = await side.recorded();
  for (const what of ['deliveries', 'collections'] as const) {
    const expected = (AT_ONCE.length + sizes.warming) * sizes[what];
    if (Number(recorded[what]) !== expected)
      throw new Error(`${recorded[what]} of ${expected} ${what} are recorded`);
  }
}
