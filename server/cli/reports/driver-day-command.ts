import type { Command } from 'commander';
import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { findStaff } from '../../identity/find-staff.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { readDriverDay } from '../../reports/driver-day/read-driver-day.ts';
import type { Cli } from '../cli.ts';
import { withDatabase } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, oneLine, printRows } from '../terminal/print.ts';
import { readDay } from '../terminal/read-day.ts';

type Given = AsJson & { person: string; day: string };

export function addDriverDayCommand(report: Command, cli: Cli): void {
  report
    .command('driver-day')
    .requiredOption('--person <email>', 'the driver')
    .requiredOption('--day <day>', "a day in the shop's time zone, for example 2026-11-01", readDay)
    .option('--json', 'as JSON, amounts in fils')
    .description("one driver's day, as in the statement at the desk")
    .action(async ({ person, day, json }: Given) => {
      const statement = await withDatabase(cli, (owner) =>
        inSnapshot(owner, async (tx) => {
          const { shop_id, user_id, driver_id } = await findStaff(tx, person);
          if (driver_id === null) throw new TerminalError(`${person} has never been a driver of the shop`);
          return readDriverDay(tx, shop_id, { user_id, day });
        }),
      );
      if (json) cli.print(JSON.stringify(statement, null, 2));
      else printDay(cli, statement);
    });
}

function printDay(cli: Cli, statement: DriverDay): void {
  const { time_zone, difference_fils } = statement;
  const part = (what: string, { count, amount_fils }: DriverDay['given']) => ({
    what,
    count,
    amount: formatMoney(amount_fils),
  });
  const balance = (what: string, fils: number) => ({ what, count: null, amount: formatMoney(fils) });
  cli.print(oneLine(`${statement.driver_name}, ${statement.day} (${time_zone})`));
  const cash = [
    balance('opening', statement.opening_fils),
    part('given at start of day', statement.given),
    part('collected in cash', statement.taken),
    part('payments after delivery', statement.paid_later),
    part('corrections of deliveries', statement.corrected),
    part('expenses', statement.spent),
    part('handed in at end of day', statement.handed_in),
    part('collected by managers', statement.collected),
    part('other movements', statement.other),
    balance('closing', statement.closing_fils),
    ...(difference_fils === null ? [] : [balance('difference', difference_fils)]),
    part('delivered for cash', statement.delivered.cash),
    part('delivered by card machine', statement.delivered.card_machine),
    part('delivered by link or transfer', statement.delivered.pending),
    part('delivered, already paid', statement.delivered.none),
    part('of these, delivered on an earlier day', statement.from_before),
    part('recorded on a later day', statement.recorded_later),
  ];
  printRows(cli, {}, cash, '');
  printRows(
    cli,
    {},
    statement.deliveries.map((one) => ({
      order: one.order_number,
      'delivered at': formatDateTime(one.delivered_at, time_zone),
      'paid by': one.tender,
      amount: formatMoney(one.collected_fils),
      owed: formatMoney(one.owed_fils),
      late: one.late,
    })),
    'No deliveries',
  );
}
