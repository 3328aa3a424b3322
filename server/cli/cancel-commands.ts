import type { Command } from 'commander';
import { formatMoney } from '../../contract/rules/money.ts';
import { isOpen, type OrderStatus } from '../../contract/rules/order-life.ts';
import { runAs } from '../operations/run-as.ts';
import { cancelOrder } from '../orders/move-order.ts';
import { reopenOrder } from '../orders/reopen-order.ts';
import { type OrderStory, readOrderStory } from '../orders/shop-order-story.ts';
import type { Ask } from './ask-at-terminal.ts';
import { type OpenDatabase, refusing, shopId } from './operate.ts';
import { type NamedOrder, onOrder } from './operator.ts';
import { print } from './print.ts';
import { TerminalError } from './terminal-error.ts';

const SHOP = 'the shop; may be left out where there is only one';

/** Without `ask` nobody sits at the terminal. */
export type OrderParts = { open: OpenDatabase; ask: Ask | undefined };

export function addCancelCommands(orders: Command, parts: OrderParts): void {
  cancelCommand(orders, parts);
  reopenCommand(orders, parts);
}

function cancelCommand(orders: Command, { open, ask }: OrderParts): void {
  orders
    .command('cancel')
    .argument('<number>')
    .option('--shop <id>', SHOP, shopId)
    .option('--yes', 'do not ask, as for scripts')
    .description('cancel an open order; asks first')
    .action(async (number: string, { shop, yes }: { shop?: number; yes?: boolean }, command: Command) => {
      const named = { number, shop };
      // Nothing is held locked while somebody thinks.
      const status = yes ? undefined : await askToCancel(command, { open, ask }, named);
      await onOrder(command, open, named, (tx, operator, order_id) =>
        runAs(tx, operator, cancelOrder, { order_id, seen_status: status }),
      );
      print(command, `Order ${number} is cancelled`);
    });
}

/** Answers the status of the order that somebody agreed to cancel; one that is not open is nothing to ask about. */
async function askToCancel(
  command: Command,
  { open, ask }: OrderParts,
  named: NamedOrder,
): Promise<OrderStatus> {
  const { order } = await onOrder(command, open, named, (tx, { shop_id }, order_id) =>
    readOrderStory(tx, { shop_id, order_id }),
  );
  if (!isOpen(order.status)) return order.status;
  await refusing(command, async () => {
    if (!ask) throw new TerminalError('There is no terminal to ask at: say --yes to cancel it');
    const answer = await ask(question(order));
    if (!/^y(es)?$/i.test(answer.trim())) throw new TerminalError('Nothing was changed');
  });
  return order.status;
}

function question({ order_number, status, driver, due_amount_fils }: OrderStory['order']): string {
  const whose = driver === null ? 'without a driver' : `with ${driver}`;
  return `Cancel order ${order_number} (${status}, ${whose}, ${formatMoney(due_amount_fils)} due at the door)? [y/N] `;
}

function reopenCommand(orders: Command, { open }: OrderParts): void {
  orders
    .command('reopen')
    .argument('<number>')
    .requiredOption('--reason <text>', "why, in words; kept in the order's history")
    .option('--shop <id>', SHOP, shopId)
    .description("take a cancellation back: the order is packed then, and nobody's")
    .addHelpText(
      'after',
      '\nRefused when the store has cancelled the order, or when a delivery of it was confirmed, with a conflict or without.',
    )
    .action(async (number: string, { shop, reason }: { shop?: number; reason: string }, command: Command) => {
      await onOrder(command, open, { number, shop }, (tx, operator, order_id) =>
        runAs(tx, operator, reopenOrder, { order_id, reason }),
      );
      print(command, `Order ${number} is packed, and nobody's`);
    });
}
