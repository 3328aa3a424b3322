import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { isOpen, ORDER_STATUSES, type OrderStatus } from '../../../contract/rules/orders/order-life.ts';
import { runOnce } from '../../operations/run-as.ts';
import { stopsOf } from '../../orders/lists/order-queries.ts';
import {
  findShopOrder,
  listShopOrders,
  type OrderStory,
  readOrderStory,
  type ShopOrderRow,
} from '../../orders/lists/shop-order-list.ts';
import { assignOrder, eligibleDriver, unassignOrder } from '../../orders/status/assign-order.ts';
import { cancelOrder, moveOrder } from '../../orders/status/move-order.ts';
import { reopenOrder } from '../../orders/status/reopen-order.ts';
import { arrangeStops } from '../../orders/stops/arrange-stops.ts';
import type { Operator } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { machineNow } from '../../platform/machine.ts';
import type { Cli } from '../cli.ts';
import { addImportCommand } from '../import/import-command.ts';
import { chosenShop, onOrder, onShop, operate, type ShopOption, shopOption } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printRows } from '../terminal/print.ts';
import { orderStoryText } from './order-story-text.ts';

const LIST_MAX = 200;

export function addOrderCommands(program: Command, cli: Cli): void {
  const orders = program.command('orders').description("the shop's orders, before and after their delivery");
  addImportCommand(orders, cli);
  listCommand(orders, cli);
  showCommand(orders, cli);
  assignCommands(orders, cli);
  arrangeCommand(orders, cli);
  statusCommand(orders, cli);
  cancelCommand(orders, cli);
  reopenCommand(orders, cli);
}

function listCommand(orders: Command, cli: Cli): void {
  orders
    .command('list')
    .addOption(shopOption())
    .addOption(new Option('--status <status>', 'only orders in this status').choices(ORDER_STATUSES))
    .option('--repeated', 'only orders whose number another order has in a different spelling')
    .option('--limit <number>', 'the maximum number of orders', readLimit, LIST_MAX)
    .option('--json', 'as JSON, amounts in fils')
    .description('orders, oldest first')
    .action(
      async (options: ShopOption & AsJson & { status?: OrderStatus; repeated?: true; limit: number }) => {
        const { shop, status, repeated, limit, json } = options;
        const { rows, time_zone } = await operate(cli, async (tx) => {
          const { shop_id, time_zone } = await chosenShop(tx, shop);
          return {
            rows: await listShopOrders(tx, shop_id, { status, repeated, limit: limit + 1 }),
            time_zone,
          };
        });
        const shown = rows.slice(0, limit);
        const readable = json ? shown : shown.map((row) => readableRow(row, time_zone));
        printRows(cli, { json }, readable, 'There are no such orders');
        if (rows.length > limit) cli.report(`Only the first ${limit} orders are shown: use --limit for more`);
      },
    );
}

function readableRow(
  { total_amount_fils, due_amount_fils, promised_at, created_at, ...row }: ShopOrderRow,
  time_zone: string,
) {
  return {
    ...row,
    total: formatMoney(total_amount_fils),
    due: formatMoney(due_amount_fils),
    promised: promised_at && formatDateTime(promised_at, time_zone),
    ordered: formatDateTime(created_at, time_zone),
  };
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 1 to 9999999.');
  return Number(text);
}

function showCommand(orders: Command, cli: Cli): void {
  orders
    .command('show')
    .argument('<number>', 'the order number, with or without #')
    .addOption(shopOption())
    .option('--json', 'as JSON, amounts in fils')
    .description('one order with its items, drivers, delivery, conflicts and history')
    .action(async (number: string, { shop, json }: ShopOption & AsJson) => {
      const { story, time_zone } = await readStory(cli, { number, shop });
      cli.print(json ? JSON.stringify(story, null, 2) : orderStoryText(story, time_zone));
    });
}

type NamedOrder = ShopOption & { number: string };

function readStory(
  cli: Cli,
  { number, shop }: NamedOrder,
): Promise<{ story: OrderStory; time_zone: string }> {
  return operate(cli, async (tx) => {
    const { shop_id, time_zone } = await chosenShop(tx, shop);
    return { story: await readOrderStory(tx, await findShopOrder(tx, shop_id, number)), time_zone };
  });
}

function assignCommands(orders: Command, cli: Cli): void {
  orders
    .command('assign <number> <driver_email>')
    .addOption(shopOption())
    .description('assign an open order to a driver, replacing its current driver')
    .action(async (number: string, email: string, { shop }: ShopOption) => {
      await onOrder(cli, { number, shop }, assignOrder, (order_id) => ({ order_id, email }));
      cli.print(`Order ${number} is assigned to ${email}`);
    });

  orders
    .command('unassign <number>')
    .addOption(shopOption())
    .description('unassign the driver from an order that is not out for delivery')
    .action(async (number: string, { shop }: ShopOption) => {
      await onOrder(cli, { number, shop }, unassignOrder, (order_id) => ({ order_id }));
      cli.print(`Order ${number} has no driver`);
    });
}

function arrangeCommand(orders: Command, cli: Cli): void {
  orders
    .command('arrange')
    .argument('<numbers...>', 'the order numbers of the first stops, in sequence')
    .requiredOption('--driver <email>', "the stops' driver")
    .addOption(shopOption())
    .description("set the sequence of a driver's open orders; orders that are not listed come last")
    .action(async (numbers: string[], { driver, shop }: ShopOption & { driver: string }) => {
      const { stops, left_out } = await onShop(cli, { shop }, (tx, operator) =>
        arrangeByNumbers(tx, operator, { numbers, email: driver }),
      );
      cli.print(stops.length > 0 ? `${driver} now has: ${stops.join(', ')}` : `${driver} has no open orders`);
      if (left_out.length > 0) cli.report(`Skipped, not assigned to ${driver}: ${left_out.join(', ')}`);
    });
}

/** Throws `not_found`, and the reason if the driver cannot deliver. */
async function arrangeByNumbers(
  tx: Tx,
  operator: Operator,
  { numbers, email }: { numbers: string[]; email: string },
): Promise<{ stops: string[]; left_out: string[] }> {
  const { shop_id } = operator;
  const driver_id = await eligibleDriver(tx, shop_id, { email });
  const named = new Map<string, string>();
  for (const number of numbers) named.set((await findShopOrder(tx, shop_id, number)).order_id, number);
  await runOnce(tx, operator, arrangeStops, {
    driver_id,
    arrangement_id: tx.newId(),
    from_arrangement: null,
    order_ids: [...named.keys()],
    arranged_at: machineNow(),
  });
  const stops = await stopsOf(tx, { shop_id, driver_id });
  const ids = new Set(stops.map(({ id }) => id));
  return {
    stops: stops.map(({ order_number }) => order_number),
    left_out: [...named].flatMap(([id, number]) => (ids.has(id) ? [] : [number])),
  };
}

function statusCommand(orders: Command, cli: Cli): void {
  orders
    .command('status <number>')
    .addArgument(new Argument('<status>').choices(ORDER_STATUSES))
    .addOption(shopOption())
    .description('change the status of an order; only its driver can complete it')
    .action(async (number: string, to: OrderStatus, { shop }: ShopOption) => {
      await onOrder(cli, { number, shop }, moveOrder, (order_id) => ({ order_id, to }));
      cli.print(`Order ${number} is ${to}`);
    });
}

function cancelCommand(orders: Command, cli: Cli): void {
  orders
    .command('cancel <number>')
    .addOption(shopOption())
    .option('--yes', 'do not ask for confirmation, for scripts')
    .description('cancel an open order, after confirmation')
    .action(async (number: string, { shop, yes }: ShopOption & { yes?: boolean }) => {
      const named = { number, shop };
      // No lock is held while the user decides.
      const seen_status = yes ? undefined : await askToCancel(cli, named);
      await onOrder(cli, named, cancelOrder, (order_id) => ({ order_id, seen_status }));
      cli.print(`Order ${number} is cancelled`);
    });
}

/** Asks for confirmation if the order is open. Returns the confirmed status. Throws TerminalError. */
async function askToCancel(cli: Cli, named: NamedOrder): Promise<OrderStatus> {
  const { order } = (await readStory(cli, named)).story;
  if (!isOpen(order.status)) return order.status;
  if (!cli.ask) throw new TerminalError('Confirmation needs a terminal: add --yes to cancel without it');
  const answer = await cli.ask(question(order));
  if (!/^y(es)?$/i.test(answer.trim())) throw new TerminalError('Nothing was changed');
  return order.status;
}

function question({ order_number, status, driver, due_amount_fils }: OrderStory['order']): string {
  const whose = driver === null ? 'without a driver' : `with ${driver}`;
  return `Cancel order ${order_number} (${status}, ${whose}, ${formatMoney(due_amount_fils)} due on delivery)? [y/N] `;
}

function reopenCommand(orders: Command, cli: Cli): void {
  orders
    .command('reopen <number>')
    .requiredOption('--reason <text>', "the reason; stored in the order's history")
    .addOption(shopOption())
    .description('reopen a cancelled order; it becomes packed and unassigned')
    .addHelpText(
      'after',
      '\nFails if the store has cancelled the order, or if a delivery of it was confirmed, with or without a conflict.',
    )
    .action(async (number: string, { shop, reason }: ShopOption & { reason: string }) => {
      await onOrder(cli, { number, shop }, reopenOrder, (order_id) => ({ order_id, reason }));
      cli.print(`Order ${number} is packed and unassigned`);
    });
}
