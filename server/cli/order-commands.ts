import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { formatDateTime } from '../../contract/rules/dates.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../contract/rules/order-life.ts';
import { runAs } from '../operations/run-as.ts';
import { assignOrder, unassignOrder } from '../orders/assign-order.ts';
import { moveOrder } from '../orders/move-order.ts';
import { findShopOrder, listShopOrders, type ShopOrderRow } from '../orders/shop-order-list.ts';
import { readOrderStory } from '../orders/shop-order-story.ts';
import { addCancelCommands, type OrderParts } from './cancel-commands.ts';
import { chosenShop } from './chosen-shop.ts';
import { addImportCommand } from './import-command.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { onOrder } from './operator.ts';
import { orderStoryText } from './order-story-text.ts';
import { print, printRows } from './print.ts';

const SHOP = 'the shop; may be left out where there is only one';
const LIST_MAX = 200;

export function addOrderCommands(program: Command, parts: OrderParts): void {
  const { open } = parts;
  const orders = program.command('orders').description("the shop's orders, before and after their delivery");
  addImportCommand(orders, open);
  listCommand(orders, open);
  showCommand(orders, open);
  assignCommands(orders, open);
  statusCommand(orders, open);
  addCancelCommands(orders, parts);
}

type ListOptions = { shop?: number; status?: OrderStatus; limit: number; json?: boolean };

function listCommand(orders: Command, open: OpenDatabase): void {
  orders
    .command('list')
    .option('--shop <id>', SHOP, shopId)
    .addOption(new Option('--status <status>', 'only those in this status').choices(ORDER_STATUSES))
    .option('--limit <number>', 'at most this many', readLimit, LIST_MAX)
    .option('--json', 'as JSON, amounts in fils')
    .description('orders, oldest first')
    .action(async ({ shop, status, limit, json }: ListOptions, command: Command) => {
      const { rows, time_zone } = await operate(command, open, async (tx) => {
        const { shop_id, time_zone } = await chosenShop(tx, shop);
        return { rows: await listShopOrders(tx, shop_id, { status, limit: limit + 1 }), time_zone };
      });
      const shown = rows.slice(0, limit);
      printRows(command, json ? shown : shown.map((row) => readable(row, time_zone)), {
        json,
        empty: 'There are no such orders',
      });
      if (rows.length > limit)
        command.configureOutput().writeErr?.(`Only the first ${limit}: say --limit for more\n`);
    });
}

function readable(
  { total_amount_fils, due_amount_fils, created_at, ...row }: ShopOrderRow,
  time_zone: string,
) {
  return {
    ...row,
    total: formatMoney(total_amount_fils),
    due: formatMoney(due_amount_fils),
    ordered: formatDateTime(created_at, time_zone),
  };
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 to 9999999.');
  return Number(text);
}

function showCommand(orders: Command, open: OpenDatabase): void {
  orders
    .command('show')
    .argument('<number>', 'as on the order, with or without #')
    .option('--shop <id>', SHOP, shopId)
    .option('--json', 'as JSON, amounts in fils')
    .description('one order with its items, drivers, delivery, conflicts and history')
    .action(async (number: string, { shop, json }: { shop?: number; json?: boolean }, command: Command) => {
      const text = await operate(command, open, async (tx) => {
        const { shop_id, time_zone } = await chosenShop(tx, shop);
        const story = await readOrderStory(tx, await findShopOrder(tx, shop_id, number));
        return json ? JSON.stringify(story, null, 2) : orderStoryText(story, time_zone);
      });
      print(command, text);
    });
}

function assignCommands(orders: Command, open: OpenDatabase): void {
  orders
    .command('assign')
    .argument('<number>')
    .argument('<driver_email>')
    .option('--shop <id>', SHOP, shopId)
    .description('give an open order to a driver, taking it from whoever has it')
    .action(async (number: string, email: string, { shop }: { shop?: number }, command: Command) => {
      await onOrder(command, open, { number, shop }, (tx, operator, order_id) =>
        runAs(tx, operator, assignOrder, { order_id, email }),
      );
      print(command, `Order ${number} is ${email}'s`);
    });

  orders
    .command('unassign')
    .argument('<number>')
    .option('--shop <id>', SHOP, shopId)
    .description('take an order that is not on the road from its driver')
    .action(async (number: string, { shop }: { shop?: number }, command: Command) => {
      await onOrder(command, open, { number, shop }, (tx, operator, order_id) =>
        runAs(tx, operator, unassignOrder, { order_id }),
      );
      print(command, `Order ${number} has no driver`);
    });
}

function statusCommand(orders: Command, open: OpenDatabase): void {
  orders
    .command('status')
    .argument('<number>')
    .addArgument(new Argument('<status>').choices(ORDER_STATUSES))
    .option('--shop <id>', SHOP, shopId)
    .description('move an order along its life; only its driver completes it')
    .action(async (number: string, to: OrderStatus, { shop }: { shop?: number }, command: Command) => {
      await onOrder(command, open, { number, shop }, (tx, operator, order_id) =>
        runAs(tx, operator, moveOrder, { order_id, to }),
      );
      print(command, `Order ${number} is ${to}`);
    });
}
