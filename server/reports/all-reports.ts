import type { ReportName } from '../../contract/rules/reports.ts';
import { BOOK } from './book-report.ts';
import { DAYS } from './days-report.ts';
import { DELIVERIES } from './deliveries-report.ts';
import { DEPOSITS } from './deposits-report.ts';
import { DRIVERS } from './drivers-report.ts';
import { FLOATS } from './floats-report.ts';
import { COLLECTIONS, HANDOVERS } from './handovers-report.ts';
import { HOLDERS } from './holders-report.ts';
import { listReport } from './list-report.ts';
import { MOVEMENTS } from './movements-report.ts';
import type { Report } from './report.ts';
import { tableOfDays, tableOfPeople } from './table-report.ts';

/** What reads each report. */
export const READ: Record<ReportName, Report> = {
  deliveries: listReport(DELIVERIES),
  movements: listReport(MOVEMENTS),
  handovers: listReport(HANDOVERS),
  collections: listReport(COLLECTIONS),
  deposits: listReport(DEPOSITS),
  floats: listReport(FLOATS),
  holders: tableOfPeople(HOLDERS, 'full_name'),
  drivers: tableOfPeople(DRIVERS, 'driver_name'),
  days: tableOfDays(DAYS),
  book: tableOfDays(BOOK),
};
