import type { Origin } from '../../audit/audit-event.ts';
import type { Runs } from '../../operations/operation.ts';
import { byServer, runOperation } from '../../operations/run-as.ts';
import type { Author, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import type { ExportEnd } from './export-stream.ts';

type ExportFacts = { export_id: string; facts: object; rows: number; outcome: ExportEnd | 'begun' };

/** Recorded at the beginning and at the end. An export without an end was interrupted with its server. */
const recordExport: Runs<Author, ExportFacts, void> = async (
  _tx,
  _actor,
  { export_id, facts, rows, outcome },
  { viewed: looked },
) => looked({ what: 'export_report', subject_id: export_id, after: { ...facts, rows, outcome } });

type Recording = Pick<Services, 'owner' | 'log'> & {
  shop_id: number;
  export_id: string;
  /** The requested view and filters. */
  facts: object;
  asked: { now: Date; origin: Origin; endpoint: 'export_view' };
  /** Runs a transaction of the exporting user, if they still have access. */
  within: (work: (tx: Tx, actor: Staff) => Promise<void>) => Promise<void>;
};

/** Classifies the error of a failed export: `refused` if the user lost access. */
export function exportEndOfError(error: unknown): ExportEnd {
  return error instanceof Problem && error.code !== 'unavailable' ? 'refused' : 'failed';
}

/** Records an export in the audit. Throws if that fails, and logs it for the end. */
export function exportRecorder({ owner, log, shop_id, export_id, facts, asked, within }: Recording) {
  const byUser = (outcome: ExportFacts['outcome'], rows: number) =>
    within((tx, by) =>
      runOperation(tx, by, asked, (running) =>
        recordExport(tx, by, { export_id, facts, rows, outcome }, running),
      ),
    );
  const byTheServer = (outcome: ExportEnd, rows: number) =>
    byServer(owner, shop_id, recordExport, { export_id, facts, rows, outcome });

  async function recordEnd(how: ExportEnd, rows: number): Promise<void> {
    if (how === 'server_stopped') return byTheServer(how, rows);
    try {
      await byUser(how, rows);
    } catch (refused) {
      // If the user has lost access, the server records the end, and the file does not end as complete.
      if (!(refused instanceof Problem)) throw refused;
      await byTheServer(how === 'done' ? exportEndOfError(refused) : how, rows);
      if (how === 'done') throw refused;
    }
  }

  return {
    begun: (rows: number) => byUser('begun', rows),
    ended: (how: ExportEnd, rows: number) =>
      recordEnd(how, rows).catch((error: unknown) => {
        log.error({ err: error, export_id, outcome: how }, 'the end of an export could not be recorded');
        throw error;
      }),
  };
}
