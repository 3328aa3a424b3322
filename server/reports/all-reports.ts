import type { ReportName } from '../../contract/rules/reports/reports.ts';
import {
  ATTEMPT_AREAS,
  ATTEMPT_DRIVERS,
  ATTEMPT_HOURS,
  ATTEMPT_REASONS,
} from './definitions/attempt-tables.ts';
import { ATTEMPTS } from './definitions/attempts-report.ts';
import { BOOK } from './definitions/book-report.ts';
import { DAYS } from './definitions/days-report.ts';
import { DELIVERIES } from './definitions/deliveries-report.ts';
import { DEPOSITS } from './definitions/deposits-report.ts';
import { DRIVERS } from './definitions/drivers-report.ts';
import { EXPENSES } from './definitions/expenses-report.ts';
import { FLOATS } from './definitions/floats-report.ts';
import { COLLECTIONS, HANDOVERS } from './definitions/handovers-report.ts';
import { HOLDERS } from './definitions/holders-report.ts';
import { MOVEMENTS } from './definitions/movements-report.ts';
import { ORDER_CHANGES } from './definitions/order-changes-report.ts';
import { listReport } from './list-report.ts';
import type { Report } from './report.ts';
import { tableInOrder, tableOfDays, tableOfPeople } from './table-report.ts';

/** The implementation of each report. */
export const REPORT_READERS: Record<ReportName, Report> = {
  deliveries: listReport(DELIVERIES),
  order_changes: listReport(ORDER_CHANGES),
  expenses: listReport(EXPENSES),
  movements: listReport(MOVEMENTS),
  handovers: listReport(HANDOVERS),
  collections: listReport(COLLECTIONS),
  deposits: listReport(DEPOSITS),
  floats: listReport(FLOATS),
  holders: tableOfPeople(HOLDERS, 'full_name'),
  drivers: tableOfPeople(DRIVERS, 'driver_name'),
  days: tableOfDays(DAYS),
  book: tableOfDays(BOOK),
  attempts: listReport(ATTEMPTS),
  attempt_reasons: tableInOrder(ATTEMPT_REASONS),
  attempt_drivers: tableOfPeople(ATTEMPT_DRIVERS, 'driver_name'),
  attempt_areas: tableInOrder(ATTEMPT_AREAS),
  attempt_hours: tableInOrder(ATTEMPT_HOURS),
};
