import { type Command, Option } from 'commander';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import {
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  periodFault,
  periodOf,
} from '../../../contract/rules/reports/report-period.ts';
import {
  REPORT_FILTERS,
  REPORT_NAMES,
  REPORTS,
  type ReportName,
} from '../../../contract/rules/reports/reports.ts';
import { type ReportQuery, reportFilters } from '../../../contract/schemas/reports.ts';
import { findStaff } from '../../identity/find-staff.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { reportSheet } from '../../reports/exports/report-sheet.ts';
import type { Sheet } from '../../reports/exports/sheet.ts';
import { csvOf } from '../../reports/exports/write-csv.ts';
import { recomputeSums } from '../../reports/sums/sum-up.ts';
import type { Cli } from '../cli.ts';
import { chosenShop, type ShopOption, shopOption, withDatabase } from '../operate.ts';
import { stop, TerminalError } from '../terminal/ending.ts';
import { type AsJson, printRows } from '../terminal/print.ts';
import { readDay } from '../terminal/read-day.ts';
import { addDriverDayCommand } from './driver-day-command.ts';

type Given = ShopOption &
  AsJson & { csv?: true; from?: string; to?: string; period?: PeriodPreset; person?: string } & Partial<
    Record<(typeof NAMED)[number], string | true>
  >;

/**
 * The filters whose options have the filter's name. `user_id` is excluded: its option takes an e-mail
 * address.
 */
const NAMED = REPORT_FILTERS.filter((filter) => filter !== 'user_id');
const ONLY_YES = ['differs', 'late'];

export function addReportCommands(program: Command, cli: Cli): void {
  const report = program.command('report').description('figures for any period, as shown at the desk');
  report
    .command('list')
    .option('--json', 'as JSON')
    .description('the reports, the timestamp that assigns a row to a day, and the filters')
    .action(({ json }: AsJson) =>
      printRows(cli, { json }, REPORT_NAMES.map(described), 'There are no reports'),
    );
  report
    .command('rebuild')
    .description('recompute the sums that reports of long periods use, also while the server runs')
    .action(async () => {
      const is_done = await withDatabase(cli, (owner) => recomputeSums(owner, stop));
      if (is_done) return cli.print('The sums of the reports are recomputed.');
      const rest = 'The server computes the rest within minutes; reports are correct meanwhile.';
      if (stop.aborted) throw new TerminalError(`Stopped before all sums were computed. ${rest}`);
      cli.print(`Not all sums were computed, because of a long transaction. ${rest}`);
    });
  for (const name of REPORT_NAMES) addReportCommand(report, cli, name);
  addDriverDayCommand(report, cli);
}

function described(name: ReportName) {
  const { clock, filters } = REPORTS[name];
  const by = { door: 'delivery time', attempted: 'time of attempt', recorded: 'recording time' }[clock];
  return { report: name, days_by: by, narrowed_by: filters.map(optionOf).join(' ') };
}

const optionOf = (filter: string) => (filter === 'user_id' ? '--person' : `--${filter.replaceAll('_', '-')}`);

function addReportCommand(report: Command, cli: Cli, name: ReportName): void {
  const filters: readonly string[] = REPORTS[name].filters;
  const command = report
    .command(name)
    .addOption(shopOption())
    .option('--from <day>', "the first day, in the shop's time zone, for example 2026-11-01", readDay)
    .option('--to <day>', 'the last day, included', readDay)
    .addOption(new Option('--period <period>', 'instead of --from and --to').choices(PERIOD_PRESETS))
    .option('--json', 'rows and totals as JSON, amounts in fils')
    .option('--csv', 'as CSV, identical to the export of the desk')
    .description(`${name} by ${described(name).days_by}`);
  if (filters.includes('user_id')) command.option('--person <email>', 'only this member of staff');
  for (const filter of NAMED.filter((one) => filters.includes(one))) {
    if (ONLY_YES.includes(filter))
      command.option(optionOf(filter), `only rows that ${filter === 'late' ? 'are late' : 'differ'}`);
    else
      command.addOption(
        new Option(`${optionOf(filter)} <word>`, `only this ${filter.replaceAll('_', ' ')}`).choices(
          choicesOf(filter),
        ),
      );
  }
  command.action((given: Given) => print(cli, name, given));
}

/** The values that a filter accepts. */
function choicesOf(filter: (typeof NAMED)[number]): string[] {
  const { options } = reportFilters[filter].unwrap() as { options?: readonly string[] };
  return [...(options ?? [])];
}

/** Prints all rows and their totals, from one snapshot of the database. */
async function print(cli: Cli, name: ReportName, given: Given): Promise<void> {
  if (given.json && given.csv) throw new TerminalError('Use --json or --csv, not both');
  await withDatabase(cli, (owner) =>
    inSnapshot(owner, async (tx) => {
      const { shop_id } = await chosenShop(tx, given.shop);
      const sheet = await reportSheet(tx, shop_id, await queryOf(tx, shop_id, name, given));
      if (given.csv) for await (const text of csvOf(sheet)) await cli.write(text);
      else await printSheet(cli, sheet, given);
    }),
  );
}

async function queryOf(tx: Tx, shop_id: number, report: ReportName, given: Given): Promise<ReportQuery> {
  const filters = Object.fromEntries(
    NAMED.flatMap((filter) => {
      const word = given[camelOf(filter) as 'reason'];
      return word === undefined ? [] : [[filter, word === true ? 'yes' : word]];
    }),
  );
  const person = given.person === undefined ? {} : { user_id: (await findStaff(tx, given.person)).user_id };
  return { report, way: 'up', ...(await periodAsked(tx, shop_id, given)), ...filters, ...person };
}

/** The option's name in commander: `handover_type` is `handoverType`. */
const camelOf = (filter: string) => filter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function periodAsked(tx: Tx, shop_id: number, { period, from, to }: Given): Promise<Period> {
  if (period !== undefined) {
    if (from !== undefined || to !== undefined)
      throw new TerminalError('Use --period, or --from and --to, not both');
    const { today } = await oneRow<{ today: string }>(
      tx,
      sql`select (now() at time zone time_zone)::date::text as today from shops where id = ${shop_id}`,
    );
    return periodOf(period, today);
  }
  if (from === undefined || to === undefined)
    throw new TerminalError('Choose the days: --from and --to, or --period');
  const fault = periodFault({ from, to });
  if (fault === 'to_before_from') throw new TerminalError('--to must not be before --from');
  if (fault) throw new TerminalError('Choose a period of less than 10 years');
  return { from, to };
}

async function printSheet(cli: Cli, sheet: Sheet, { json }: AsJson): Promise<void> {
  const rows: ReportRow[] = [];
  for await (const page of sheet.pages()) rows.push(...page);
  const { totals, time_zone } = sheet;
  if (json)
    return cli.print(
      JSON.stringify(
        { report: sheet.name, time_zone, rows, totals: { rows: sheet.rows, ...totals } },
        null,
        2,
      ),
    );
  printRows(
    cli,
    {},
    rows.map((row) => readable(sheet, row)),
    'There are no rows in this period',
  );
  const summed = sheet.columns
    .filter(({ id }) => id in totals && id !== 'late')
    .map(({ id, kind }) => `${wordsIn(id)} ${cell(kind, totals[id] ?? 0, time_zone)}`);
  if (rows.length > 0) cli.print([`${rows.length} rows`, ...summed].join(', '));
}

const wordsIn = (id: string) => id.replace(/_fils$/, '').replaceAll('_', ' ');

function readable({ columns, time_zone }: Sheet, row: ReportRow) {
  return Object.fromEntries(
    columns.map(({ id, kind }) => [wordsIn(id), cell(kind, row[id] ?? null, time_zone)]),
  );
}

function cell(kind: string, value: ReportRow[string], time_zone: string): ReportRow[string] {
  if (value === null) return null;
  if (kind === 'amount') return formatMoney(Number(value));
  if (kind === 'time') return formatDateTime(String(value), time_zone);
  if (kind === 'share') return `${value}%`;
  return kind === 'word' ? String(value).replaceAll('_', ' ') : value;
}
