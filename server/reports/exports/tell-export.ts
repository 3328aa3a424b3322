import type { Origin } from '../../audit/audit-event.ts';
import type { Runs } from '../../operations/operation.ts';
import { byServer, runOperation } from '../../operations/run-as.ts';
import type { Author, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import type { ExportEnd } from './export-stream.ts';

type Told = { export_id: string; facts: object; rows: number; outcome: ExportEnd | 'begun' };

/** Said as it begins and as it ends: one that only began ended with the server that wrote it. */
const tellExport: Runs<Author, Told, void> = async (
  _tx,
  _actor,
  { export_id, facts, rows, outcome },
  { looked },
) => looked({ what: 'export_report', subject_id: export_id, after: { ...facts, rows, outcome } });

type Telling = Pick<Services, 'owner' | 'log'> & {
  shop_id: number;
  export_id: string;
  /** What was asked for. */
  facts: object;
  asked: { now: Date; origin: Origin; endpoint: 'export_view' };
  /** A transaction of whoever exports, as long as they may. */
  within: (work: (tx: Tx, actor: Staff) => Promise<void>) => Promise<void>;
};

/** How an export ends that broke off by itself: whoever may not have it any more is refused. */
export function endOf(error: unknown): ExportEnd {
  return error instanceof Problem && error.code !== 'unavailable' ? 'refused' : 'failed';
}

/** What the audit is told of an export. Whatever cannot be told is thrown, and of an end logged too. */
export function exportTeller({ owner, log, shop_id, export_id, facts, asked, within }: Telling) {
  const bySomebody = (outcome: Told['outcome'], rows: number) =>
    within((tx, by) =>
      runOperation(tx, by, asked, (running) =>
        tellExport(tx, by, { export_id, facts, rows, outcome }, running),
      ),
    );
  const byTheServer = (outcome: ExportEnd, rows: number) =>
    byServer(owner, shop_id, tellExport, { export_id, facts, rows, outcome });

  async function tell(how: ExportEnd, rows: number): Promise<void> {
    if (how === 'server_stopped') return byTheServer(how, rows);
    try {
      await bySomebody(how, rows);
    } catch (refused) {
      // Whoever was signed out meanwhile tells nothing any more, and gets no whole file.
      if (!(refused instanceof Problem)) throw refused;
      await byTheServer(how === 'done' ? endOf(refused) : how, rows);
      if (how === 'done') throw refused;
    }
  }

  return {
    begun: (rows: number) => bySomebody('begun', rows),
    ended: (how: ExportEnd, rows: number) =>
      tell(how, rows).catch((error: unknown) => {
        log.error(
          { err: error, export_id, outcome: how },
          'the end of an export could not be told as it was',
        );
        throw error;
      }),
  };
}
