import type { ReportDevice } from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { REPORTED_MAX } from '../../contract/rules/device-chain.ts';
import type { ApiClient } from '../api/client.ts';
import type { Identity } from '../api/identity.ts';
import type { Environment } from '../environment/environment.ts';
import { closedNumbers, forgetClosed, readLastLink } from '../offline/device-numbers.ts';
import { deviceStore } from '../offline/device-records.ts';
import { allEntries, ENTRY_STORES } from '../offline/entry-store.ts';
import type { Outbox } from '../offline/outbox.ts';
import { isUnsent, type OutboxEntry } from '../offline/outbox-entry.ts';
import { runInTurn } from '../session/run-in-one-tab.ts';
import { unsentCash } from './cash/unsent-cash.ts';

/** Changes are reported together, this long after the last one. */
const SOON_MS = 1_000;
/**
 * An unchanged report is repeated after this time, so that the server knows when the device was last seen.
 */
const QUIET_MS = 60_000;
/**
 * A suspended tab can keep its turn until it resumes; after waiting this long, another tab reports anyway.
 */
const TURN_MS_MAX = 25_000;
const LOCK = 'mandoob.report';

type Tab = {
  outbox: Outbox;
  api: ApiClient;
  identity: Identity;
  /** The signed-in user, once the profile and its shop are known. */
  person: { known(): { id: string; shop_id: number } | null; subscribe(listener: () => void): () => void };
};

/**
 * The stored last report: its summary and its time in ms since epoch. The summary contains numbers only, so
 * that nothing personal stays on the device when its user leaves.
 */
type LastReport = { said: string; at: number };

/**
 * Reports to the server which commands this device has numbered for the user's shop, which are pending, and
 * which ended without arriving. Reports at each contact: when the app opens, becomes visible or is online
 * again, and after a command was made, recorded, refused or discarded. Unchanged content is repeated at most
 * once a minute. A failed report is repeated at the next contact.
 */
export function createDeviceReports(environment: Environment, { outbox, api, identity, person }: Tab) {
  const store = deviceStore(environment);
  let endWait = () => {};
  let waiting = false;
  let reported_by: string | null = null;
  let seen: string | null = null;

  function want(ms: number): void {
    endWait();
    endWait = environment.timer.after(ms, () => void takeTurn());
  }
  const soon = () => want(SOON_MS);

  /** Waits for the turn of this tab; the report is read only then. */
  async function takeTurn(): Promise<void> {
    if (waiting) return;
    waiting = true;
    const run = () => {
      waiting = false;
      return report();
    };
    await runInTurn(environment, LOCK, TURN_MS_MAX, run).catch(() => {
      waiting = false;
      want(QUIET_MS);
    });
  }

  async function report(): Promise<void> {
    const by = person.known();
    if (!by || by.id !== identity.user_id() || !environment.page.online()) return;
    const { body, last_report } = await readReport(by);
    const summary = summaryOf(body, body.closed);
    const age_ms =
      last_report?.said === summary && reported_by === by.id ? environment.now() - last_report.at : QUIET_MS;
    // A negative age means that the clock was set back.
    if (age_ms >= 0 && age_ms < QUIET_MS) return;
    const reply = await api.callEndpoint('report_device', { body, as_user: by.id });
    reported_by = by.id;
    const acknowledged = body.closed.filter(({ number }) => reply.closed.includes(number));
    const left = body.closed.filter((one) => !acknowledged.includes(one));
    await store.write(['notes'], async (tx) => {
      await forgetClosed(tx, by.shop_id, acknowledged);
      const now: LastReport = { said: summaryOf(body, left), at: environment.now() };
      await tx.put('notes', now, lastReportNote(by.shop_id));
    });
    if (acknowledged.length === REPORTED_MAX) soon();
  }

  /**
   * Reads the whole report in one transaction. Assigns an ID to a device that has none. Numbers of other
   * users come last, since the server accepts these from managers only.
   */
  function readReport({
    id,
    shop_id,
  }: {
    id: string;
    shop_id: number;
  }): Promise<{ body: ReportDevice; last_report: LastReport | undefined }> {
    return store.write(
      ENTRY_STORES,
      async (tx) => {
        const [known_id, last, closed, entries, last_report] = await Promise.all([
          tx.get('notes', 'device_id') as Promise<string | undefined>,
          readLastLink(tx, shop_id),
          closedNumbers(tx, shop_id),
          allEntries(tx),
          tx.get('notes', lastReportNote(shop_id)) as Promise<LastReport | undefined>,
        ]);
        const device_id = known_id ?? environment.random.uuid();
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
        return { body, last_report };
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
    /** Reports until the returned function is called. */
    start(): () => void {
      const stops = [
        environment.page.onOnline(soon),
        environment.page.onVisible(soon),
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

function summaryOf({ highest, open, unsent_count }: ReportDevice, closed: ReportDevice['closed']): string {
  const numbers = [open, closed].map((some) => some.map(({ number }) => number).join(' '));
  return [highest, ...numbers, unsent_count].join();
}

function lastReportNote(shop_id: number): string {
  // The key is stored on devices and must not change.
  return ['told', shop_id].join(' ');
}
