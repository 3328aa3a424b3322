import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limitConcurrency } from '../../server/platform/concurrency/limit-concurrency.ts';
import type { Pools } from '../../server/platform/database/pools.ts';
import type { Entry, Kind, LoadBook } from './load-book.ts';
import type { LoadPerson, LoadShop } from './load-shop.ts';
import type { RetryingClient } from './retrying-client.ts';

/** A job posts pending movements once a minute. */
const POSTED_MS_MAX = 90_000;
const POLL_MS = 500;
const READ_AT_ONCE = 8;
/** The limit of queued reads of files; high enough for all of them. */
const READERS_WAITING_MAX = 1_000_000;

export type Compared = {
  book: LoadBook;
  shop: LoadShop;
  /** Connections to the servers' database. */
  owner: Pools['owner'];
  /** The client for requests to the servers. */
  client: RetryingClient;
  /** The address from which files are read. */
  url: string;
};

type Recorded = { command_id: string; kind: Kind; amount_fils: number };
type Movement = {
  command_id: string;
  from_user_id: string | null;
  to_user_id: string | null;
  amount_fils: number;
};

/**
 * Waits until no movement is pending, then compares database and API with the load's book. Returns one line
 * for each violation of these rules: acknowledged commands are recorded exactly once, nothing is duplicated,
 * balances match to the fils, and each file has the bytes that were sent.
 */
export async function compareBook(compared: Compared): Promise<string[]> {
  await waitUntilPosted(compared);
  const [recorded, movements] = await Promise.all([readRecorded(compared), readMovements(compared)]);
  return [
    ...undecided(compared.book),
    ...recordedOnce(compared.book, recorded),
    ...movedOnce(compared.book, movements),
    ...(await heldByAll(compared, new Set(recorded.map(({ command_id }) => command_id)))),
    ...(await filesThatDiffer(compared)),
  ];
}

async function waitUntilPosted({ owner, shop }: Compared): Promise<void> {
  const until = performance.now() + POSTED_MS_MAX;
  for (;;) {
    const { rows } = await owner.query(
      'select count(*)::int as waiting from cash_movements where shop_id = $1 and posted_at is null',
      [shop.shop_id],
    );
    if (rows[0].waiting === 0 || performance.now() > until) return;
    await pause(POLL_MS);
  }
}

async function readRecorded({ owner, shop }: Compared): Promise<Recorded[]> {
  const { rows } = await owner.query(
    `select command_id, 'delivery' as kind, collected_fils as amount_fils from delivery_confirmations where shop_id = $1
     union all select command_id, handover_type, amount_fils from cash_handovers where shop_id = $1
     union all select command_id, 'deposit', amount_fils from bank_deposits where shop_id = $1`,
    [shop.shop_id],
  );
  return rows;
}

async function readMovements({ owner, shop }: Compared): Promise<Movement[]> {
  const { rows } = await owner.query(
    `select command_id, from_user_id, to_user_id, amount_fils from cash_movements
     where shop_id = $1 and posted_at is not null`,
    [shop.shop_id],
  );
  return rows;
}

function undecided(book: LoadBook): string[] {
  return [
    ...book.open().map((entry) => `${nameOf(entry)} never got a response`),
    ...book.refused().map((entry) => `${nameOf(entry)} was refused: ${entry.refusal}`),
  ];
}

/** An acknowledged command is recorded once, a pending one at most once, a refused one never. */
function recordedOnce(book: LoadBook, recorded: readonly Recorded[]): string[] {
  const rows = groupedByCommand(recorded);
  const found: string[] = [];
  for (const entry of book.all()) {
    const own = rows.get(entry.command_id) ?? [];
    rows.delete(entry.command_id);
    if (own.length > 1) found.push(`${nameOf(entry)} is recorded ${own.length} times`);
    if (isAcknowledged(entry) && own.length === 0)
      found.push(`${nameOf(entry)} was acknowledged but is not recorded`);
    if (entry.refusal !== null && own.length > 0) found.push(`${nameOf(entry)} was refused but is recorded`);
    for (const { kind, amount_fils } of own) {
      if (kind === entry.kind && amount_fils === entry.amount_fils) continue;
      found.push(`${nameOf(entry)} of ${entry.amount_fils} fils is recorded as ${kind} of ${amount_fils}`);
    }
  }
  return [...found, ...[...rows.keys()].map((id) => `command ${id} is recorded but was never sent`)];
}

/** Compares the cash that each command moved with the book; a delivery by card moves none. */
function movedOnce(book: LoadBook, movements: readonly Movement[]): string[] {
  const rows = groupedByCommand(movements);
  const found: string[] = [];
  for (const entry of book.acknowledged()) {
    const moved = (rows.get(entry.command_id) ?? []).flatMap(({ from_user_id, to_user_id, amount_fils }) => [
      ...(from_user_id === null ? [] : [`${from_user_id} ${-amount_fils}`]),
      ...(to_user_id === null ? [] : [`${to_user_id} ${amount_fils}`]),
    ]);
    const expected = entry.cash.map(({ user_id, fils }) => `${user_id} ${fils}`);
    if (moved.sort().join() !== expected.sort().join())
      found.push(
        `${nameOf(entry)} moved ${moved.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`,
      );
  }
  return found;
}

/** Compares each balance in the database and in the API with the book's sum of the recorded commands. */
async function heldByAll(
  { book, shop, owner, client }: Compared,
  recorded: ReadonlySet<string>,
): Promise<string[]> {
  const expected_fils = new Map<string, number>();
  for (const { command_id, cash } of book.all()) {
    if (!recorded.has(command_id)) continue;
    for (const { user_id, fils } of cash)
      expected_fils.set(user_id, (expected_fils.get(user_id) ?? 0) + fils);
  }
  const { rows } = await owner.query(
    'select user_id, cash_on_hand_fils from cash_tracking where shop_id = $1',
    [shop.shop_id],
  );
  const held = new Map<string, number>(rows.map((row) => [row.user_id, row.cash_on_hand_fils]));
  const found: string[] = [];
  for (const person of shop.people) {
    const wanted = expected_fils.get(person.user_id) ?? 0;
    const in_database = held.get(person.user_id) ?? 0;
    const in_api = await balanceFromApi(client, person);
    if (in_database !== wanted)
      found.push(`${person.full_name} holds ${in_database} fils in the database instead of ${wanted}`);
    // Null if the user never had cash, or is an admin, whose own balance this response omits.
    if (in_api !== null && in_api !== wanted)
      found.push(`${person.full_name} holds ${in_api} fils in the API instead of ${wanted}`);
  }
  return found;
}

async function balanceFromApi(client: RetryingClient, { session_id }: LoadPerson): Promise<number | null> {
  const headers = { authorization: `Bearer ${session_id}` };
  const response = await client.sendUntilDecided({
    method: 'GET',
    path: '/api/profile/statistics',
    headers,
  });
  if (response?.status !== 200)
    throw new Error(`Reading the balance failed with ${response?.status}: ${response?.text}`);
  return (JSON.parse(response.text) as { cash_on_hand_fils: number | null }).cash_on_hand_fils;
}

async function filesThatDiffer({ book, shop, client, url }: Compared): Promise<string[]> {
  const limited = limitConcurrency(READ_AT_ONCE, READERS_WAITING_MAX);
  const headers = { authorization: `Bearer ${shop.manager.session_id}`, 'content-type': 'application/json' };
  const found = book.acknowledged().flatMap((entry) =>
    entry.files.map((file) =>
      limited(async () => {
        const body = JSON.stringify(file);
        const signed = await client.sendUntilDecided({
          ...{ method: 'POST', path: '/storage/v1/object/sign', headers, body },
        });
        if (signed?.status !== 200) return [`${nameOf(entry)}: ${file.path} failed with ${signed?.text}`];
        const { signed_url } = JSON.parse(signed.text) as { signed_url: string };
        const response = await fetch(url + signed_url);
        const bytes = Buffer.from(await response.arrayBuffer());
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return sha256 === file.sha256
          ? []
          : [`${nameOf(entry)}: the bytes of ${file.path} differ from those sent`];
      }),
    ),
  );
  return (await Promise.all(found)).flat();
}

const isAcknowledged = (entry: Entry) => entry.answered_at_ms !== null && entry.refusal === null;
const nameOf = ({ kind, command_id, attempts }: Entry) => `${kind} ${command_id} (sent ${attempts} times)`;

function groupedByCommand<Row extends { command_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const own = groups.get(row.command_id);
    if (own) own.push(row);
    else groups.set(row.command_id, [row]);
  }
  return groups;
}
