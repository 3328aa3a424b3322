import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { hundredths, type Load, measureInTurns } from '../measure.ts';
import type { Part, Row, Table } from '../part.ts';
import { bareLoad } from './bare-limit/bare-side.ts';
import { openMandoob } from './mandoob-side.ts';
import { type Started, startBareLimit, startMandoob, startPostgres, startReference } from './servers.ts';
import type { Side } from './side.ts';
import { openSupabase } from './supabase-side.ts';

type Sizes = { deliveries: number; collections: number };

/** Ours, the peer and the least that any server does, in turns. Addresses from the environment, else servers of its own: see README.md. */
export const peer: Part<Sizes> = {
  name: 'peer',
  about: 'ours against the specified sequence of calls on a Supabase-compatible server',
  sizes: { full: { deliveries: 160, collections: 320 }, quick: { deliveries: 16, collections: 16 } },
  measure: async (_, sizes) => {
    const opened: { close(): Promise<void> }[] = [];
    try {
      return await compare(await openSides(opened), sizes);
    } finally {
      for (const one of opened.reverse()) await one.close();
    }
  },
};

type Sides = { ours: Side; peer: Side; bare_url: string };

async function openSides(opened: { close(): Promise<void> }[]): Promise<Sides> {
  const directory = await makeTemporaryDirectory();
  opened.push({ close: directory.remove });
  const { path } = directory;
  const started = async <A>(starting: Promise<Started<A>>): Promise<A> => {
    const { address, stop } = await starting;
    opened.push({ close: stop });
    return address;
  };
  const postgres_url = await started(startPostgres(path));
  const bare = await started(startBareLimit(path, postgres_url));
  const ours = await openMandoob(mandoobGiven() ?? (await started(startMandoob(path))));
  opened.push(ours);
  const peer = await openSupabase(supabaseGiven() ?? (await started(startReference(path, postgres_url))));
  opened.push(peer);
  return { ours, peer, bare_url: bare.url };
}

function supabaseGiven() {
  const { PEER_URL: url, PEER_ANON_KEY: anon_key, PEER_SERVICE_KEY: service_key } = process.env;
  return url && anon_key && service_key ? { url, anon_key, service_key } : undefined;
}

function mandoobGiven() {
  const { MANDOOB_URL: url, MANDOOB_DATABASE_URL: owner_url } = process.env;
  return url && owner_url ? { url, owner_url, request_url: owner_url } : undefined;
}

async function compare({ ours, peer, bare_url }: Sides, sizes: Sizes): Promise<Table[]> {
  const deliveries = await rowsOf(sizes.deliveries, async (count) => [
    await ours.deliveries(count),
    await peer.deliveries(count),
    bareLoad(bare_url, count, ['photo', 'note']),
  ]);
  const collections = await rowsOf(sizes.collections, async (count) => [
    await ours.collections(count),
    await peer.collections(count),
    bareLoad(bare_url, count, ['signature', 'signature']),
  ]);
  for (const side of [ours, peer]) await assertRecorded(side, sizes);
  return [
    tableOf('Deliveries: a photo of 300 KB, a PDF of 30 KB, the order, the driver, the cash', deliveries),
    tableOf('Collections: two signatures of 8 KB, two balances, the handover', collections),
  ];
}

const AT_ONCE = [1, 8];

async function rowsOf(count: number, loadsOf: (count: number) => Promise<Load<unknown>[]>): Promise<Row[]> {
  const rows: Row[] = [];
  // Plans, pools and code that is compiled as it runs: not what is compared.
  await measureInTurns(await loadsOf(warmingOf(count)), Math.max(...AT_ONCE));
  for (const at_once of AT_ONCE) {
    const [ours, peer, bare] = await measureInTurns(await loadsOf(count), at_once);
    if (!ours || !peer || !bare) throw new Error('each load is measured');
    rows.push({
      at_once,
      ours_to_peer: hundredths(ours.per_second / peer.per_second),
      ours_to_limit: hundredths(ours.per_second / bare.per_second),
      limit_to_peer: hundredths(bare.per_second / peer.per_second),
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

/** Eight for each that is at work at once, in four turns. */
function warmingOf(count: number): number {
  return Math.min(count, 64);
}

function tableOf(title: string, rows: Row[]): Table {
  return {
    title,
    keys: ['at_once'],
    steady: { ours_to_peer: 'more', ours_to_limit: 'more', limit_to_peer: 'more' },
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
    const expected = AT_ONCE.length * sizes[what] + warmingOf(sizes[what]);
    if (Number(recorded[what]) !== expected)
      throw new Error(`${recorded[what]} of ${expected} ${what} are recorded`);
  }
}
