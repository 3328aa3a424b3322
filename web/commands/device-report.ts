import type { ReportDevice } from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { REPORTED_MAX } from '../../contract/rules/device-chain.ts';
import type { ApiClient } from '../api/client.ts';
import type { Identity } from '../api/identity.ts';
import { closedNumbers, forgetClosed, readLastLink } from '../offline/device-numbers.ts';
import { deviceStore } from '../offline/device-records.ts';
import type { Outbox } from '../offline/outbox.ts';
import { isUnsent, type OutboxEntry } from '../offline/outbox-entry.ts';
import { inTurn } from '../session/one-tab.ts';
import type { World } from '../world/world.ts';
import { unsentCash } from './cash/unsent-cash.ts';

/** What changes together is told once: so long after the last of it. */
const SOON_MS = 1_000;
/** The same is told again after that, so that it is known when the device was last seen. */
const QUIET_MS = 60_000;
/** A tab that a phone put to sleep may keep the turn for as long as it sleeps. */
const TURN_MS_MAX = 25_000;
const LOCK = 'mandoob.report';

type Tab = {
  outbox: Outbox;
  api: ApiClient;
  identity: Identity;
  /** Whose profile is known, and its shop. */
  person: { known(): { id: string; shop_id: number } | null; subscribe(listener: () => void): () => void };
};

/** What was told last and when, in ms since epoch: numbers only, so that nothing personal stays when its user leaves (ruling G8). */
type Told = { said: string; at: number };

/**
 * Tells the server what this device has numbered for the shop of whoever is signed in, what of it waits, and what is over without
 * having arrived (ruling G4). At each contact: when the app opens, somebody looks or the network is back, and after anything was
 * made, recorded, refused or given up. What has not changed is told once a minute at most. What fails is told at the next contact.
 */
export function createDeviceReports(world: World, { outbox, api, identity, person }: Tab) {
  const store = deviceStore(world);
  let endWait = () => {};
  let waiting = false;
  let told_by: string | null = null;
  let seen: string | null = null;

  function want(ms: number): void {
    endWait();
    endWait = world.timer.after(ms, () => void takeTurn());
  }
  const soon = () => want(SOON_MS);

  /** Whoever waits reads what is there once it is his turn. */
  async function takeTurn(): Promise<void> {
    if (waiting) return;
    waiting = true;
    const run = () => {
      waiting = false;
      return report();
    };
    await inTurn(world, LOCK, TURN_MS_MAX, run).catch(() => {
      waiting = false;
      want(QUIET_MS);
    });
  }

  async function report(): Promise<void> {
    const by = person.known();
    if (!by || by.id !== identity.user_id() || !world.page.online()) return;
    const { body, told } = await readReport(by);
    const said = saidIn(body, body.closed);
    const age_ms = told?.said === said && told_by === by.id ? world.now() - told.at : QUIET_MS;
    // Below 0 the clock was set back since.
    if (age_ms >= 0 && age_ms < QUIET_MS) return;
    const answer = await api.callEndpoint('report_device', { body, as_user: by.id });
    told_by = by.id;
    const noted = body.closed.filter(({ number }) => answer.closed.includes(number));
    const left = body.closed.filter((one) => !noted.includes(one));
    await store.write(['notes'], async (tx) => {
      await forgetClosed(tx, by.shop_id, noted);
      const now: Told = { said: saidIn(body, left), at: world.now() };
      await tx.put('notes', now, toldNote(by.shop_id));
    });
    if (noted.length === REPORTED_MAX) soon();
  }

  /**
   * Reads the whole report in one transaction. Assigns an ID to a device that has none. Numbers of other users come
   * last, since the server accepts these from managers only.
   */
  function readReport({
    id,
    shop_id,
  }: {
    id: string;
    shop_id: number;
  }): Promise<{ body: ReportDevice; told: Told | undefined }> {
    return store.write(
      ['entries', 'notes'],
      async (tx) => {
        const [known_id, last, closed, entries, told] = await Promise.all([
          tx.get('notes', 'device_id') as Promise<string | undefined>,
          readLastLink(tx, shop_id),
          closedNumbers(tx, shop_id),
          tx.all('entries'),
          tx.get('notes', toldNote(shop_id)) as Promise<Told | undefined>,
        ]);
        const device_id = known_id ?? world.random.uuid();
        if (known_id === undefined) await tx.put('notes', device_id, 'device_id');
        const own_first = closed.toSorted(
          (one, other) => Number(other.user_id === id) - Number(one.user_id === id),
        );
        const unsent = entries.filter((entry) => entry.shop_id === shop_id && isUnsent(entry));
        const body = {
          device_id,
          highest: last.number,
          highest_hash: last.number === 0 ? null : last.hash,
          open: unsent.flatMap(openNumber).slice(0, REPORTED_MAX),
          closed: own_first.slice(0, REPORTED_MAX),
          unsent_count: unsent.length,
          unsent_fils: unsentCash(unsent),
        };
        return { body, told };
      },
      'durable',
    );
  }

  function onOutbox(): void {
    const now = outbox.entries().map(({ command_id, state }) => command_id + state);
    if (now.join() === seen) return;
    seen = now.join();
    soon();
  }

  return {
    /** Tells until the answer is called. */
    start(): () => void {
      const stops = [
        world.page.onOnline(soon),
        world.page.onVisible(soon),
        person.subscribe(soon),
        outbox.subscribe(onOutbox),
      ];
      soon();
      return () => {
        endWait();
        for (const stop of stops) stop();
      };
    },
  };
}

function openNumber(entry: OutboxEntry): ReportDevice['open'] {
  const { numbered, command_id, user_id, endpoint, occurred_at, clock_offset_ms } = entry;
  if (!numbered) return [];
  const made_at = new Date(Date.parse(occurred_at) + clock_offset_ms).toISOString();
  return [
    { number: numbered.number, command_id, user_id, endpoint, amount_fils: unsentCash([entry]), made_at },
  ];
}

function saidIn({ highest, open, unsent_count }: ReportDevice, closed: ReportDevice['closed']): string {
  const numbers = [open, closed].map((some) => some.map(({ number }) => number).join(' '));
  return [highest, ...numbers, unsent_count].join();
}

function toldNote(shop_id: number): string {
  return ['told', shop_id].join(' ');
}
