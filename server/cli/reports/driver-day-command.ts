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
    .requiredOption('--day <day>', 'a day of the shop, as 2026-11-01', readDay)
    .option('--json', 'as JSON, amounts in fils')
    .description("one driver's day, as its statement at the desk says it")
    .action(async ({ person, day, json }: Given) => {
      const told = await withDatabase(cli, (owner) =>
        inSnapshot(owner, async (tx) => {
          const { shop_id, user_id, driver_id } = await findStaff(tx, person);
          if (driver_id === null) throw new TerminalError(`${person} never drove for the shop`);
          return readDriverDay(tx, shop_id, { user_id, day });
        }),
      );
      if (json) cli.print(JSON.stringify(told, null, 2));
      else printDay(cli, told);
    });
}

function printDay(cli: Cli, told: DriverDay): void {
  const { time_zone, difference_fils } = told;
  const part = (what: string, { count, amount_fils }: DriverDay['given']) => ({
    what,
    count,
    amount: formatMoney(amount_fils),
  });
  const balance = (what: string, fils: number) => ({ what, count: null, amount: formatMoney(fils) });
  cli.print(oneLine(`${told.driver_name}, ${told.day} (${time_zone})`));
  const cash = [
    balance('opening', told.opening_fils),
    part('given at start of day', told.given),
    part('taken in cash', told.taken),
    part('handed in at end of day', told.handed_in),
    part('collected by managers', told.collected),
    part('other movements', told.other),
    balance('closing', told.closing_fils),
    ...(difference_fils === null ? [] : [balance('difference', difference_fils)]),
    part('delivered for cash', told.delivered.cash),
    part('delivered by card machine', told.delivered.card_machine),
    part('delivered, paid already', told.delivered.none),
    part('of these from an earlier day', told.from_before),
    part('recorded on a later day', told.recorded_later),
  ];
  printRows(cli, {}, cash, '');
  printRows(
    cli,
    {},
    told.deliveries.map((one) => ({
      order: one.order_number,
      'at the door': formatDateTime(one.delivered_at, time_zone),
      'paid by': one.tender,
      amount: formatMoney(one.collected_fils),
      late: one.late,
    })),
    'No deliveries',
  );
}
