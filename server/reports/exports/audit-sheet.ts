import { authorLabel } from '../../../contract/labels/audit-labels.ts';
import { inEnglish, type Translate } from '../../../contract/labels/label-list.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { DateText } from '../../../contract/rules/dates/dates.ts';
import type { Period } from '../../../contract/rules/reports/report-period.ts';
import type { AuditAbout, AuditQuery } from '../../../contract/schemas/audit.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { countAuditEvents, listAuditDetails } from '../audit/audit-queries.ts';
import { aboutText, auditTexts, factsText, personalText } from './audit-text.ts';
import { readAhead } from './report-sheet.ts';
import { column, type Sheet } from './sheet.ts';
import { secondsWriter, shownIn } from './shown-time.ts';
import { type Now, todaysPeriod } from './whole-sheet.ts';

/** Rows read at once. A row about many orders contains all their ids. */
const PAGE = 1_000;

const COLUMNS = [
  column('recorded_at', 'time'),
  column('by_name', 'name'),
  column('what', 'word'),
  column('about', 'text'),
  column('before', 'text'),
  column('after', 'text'),
  column('personal_fields', 'text'),
  column('client_device', 'text'),
  column('client_address', 'text'),
  column('event_id', 'reference'),
];

/**
 * Returns the days for the file's name. Without a start, the start is the end; without an end, the end is
 * today.
 */
function periodOf({ from: given, to }: AuditQuery, today: DateText): Period {
  const from = given ?? to ?? today;
  return { from, to: to ?? (from > today ? from : today) };
}

/** Returns the audit with the filters of the screen, each event with the state before and after it. */
export async function auditSheet(
  tx: Tx,
  { shop_id }: Staff,
  { after: _, ...query }: AuditQuery,
  { now, translate = inEnglish }: Now & { translate?: Translate },
): Promise<Sheet> {
  const { time_zone, period } = await todaysPeriod(tx, now);
  const of = { shop_id, time_zone };
  const { rows, found } = await countAuditEvents(tx, of, query);
  const [shown, written] = [shownIn(time_zone), secondsWriter()];
  const page = async (after?: string) => {
    const { events, named, next } = await listAuditDetails(
      tx,
      of,
      after === undefined ? query : { ...query, after },
      PAGE,
    );
    const words = auditTexts(translate, named, (at) => written(shown(at)));
    const read = events.map(
      ({ id, recorded_at, by, what, about, before, after, ...event }): ReportRow => ({
        id,
        event_id: id,
        recorded_at,
        by_name: authorLabel(translate, by),
        what,
        about: aboutText(translate, about),
        before: factsText(before, words),
        after: factsText(after, words),
        personal_fields: personalText(translate, event.personal_fields),
        client_device: event.device,
        client_address: event.client_address,
      }),
    );
    return { rows: read, next };
  };
  const first = await page();
  return {
    name: 'audit',
    time_zone,
    period: periodOf(query, period.to),
    columns: COLUMNS,
    rows,
    totals: {},
    narrowed: narrowedTo(found),
    async *pages() {
      let read = 0;
      for await (const some of readAhead(first, page)) {
        read += some.length;
        yield some;
      }
      if (read !== rows) throw new Error('The number of events differs from the counted number');
    },
  };
}

/** Returns the matched ids and references for the audit; the typed text may contain personal data. */
function narrowedTo(found: AuditAbout[] | null): string[] {
  if (found?.length === 0) return ['about=nothing'];
  return (found ?? []).map(({ kind, id, name }) => {
    if (kind === 'order') return `order_ids=${id}`;
    if (kind === 'person') return `user_id=${id}`;
    return `about=${kind} ${kind === 'collection' ? id : (name ?? id)}`;
  });
}
