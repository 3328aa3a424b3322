import type { Command } from 'commander';
import { addCardMachine, listMachinesAndHolders, returnCardMachine } from '../handovers/card-machines.ts';
import { runAs } from '../operations/run-as.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { onShop } from './operator.ts';
import { print, printRows } from './print.ts';

export function addMachineCommands(program: Command, open: OpenDatabase): void {
  const machine = program.command('machine').description('card machines, which change hands with the cash');

  machine
    .command('add')
    .argument('<number>', 'what is written on it')
    .option('--shop <id>', 'the shop; may be left out where there is only one', shopId)
    .description('register a card machine; it is in the shop to begin with')
    .action(async (text: string, { shop }: { shop?: number }, command: Command) => {
      const { shop_id, number } = await onShop(command, open, shop, async (tx, operator) => ({
        ...operator,
        ...(await runAs(tx, operator, addCardMachine, { number: text })),
      }));
      print(command, `Added card machine ${number} to shop ${shop_id}`);
    });

  machine
    .command('return')
    .argument('<number>', 'what is written on it')
    .option('--shop <id>', 'the shop; may be left out where there is only one', shopId)
    .description('put a card machine back into the shop without a handover')
    .action(async (text: string, { shop }: { shop?: number }, command: Command) => {
      const { shop_id, holder } = await onShop(command, open, shop, async (tx, operator) => ({
        ...operator,
        ...(await runAs(tx, operator, returnCardMachine, { number: text })),
      }));
      print(command, `Card machine ${text.trim()} is back in shop ${shop_id}; ${holder} had it`);
    });

  machine
    .command('list')
    .option('--shop <id>', 'of one shop only', shopId)
    .option('--json', 'as JSON')
    .description('all card machines, and which driver has each')
    .action(async ({ shop, json }: { shop?: number; json?: boolean }, command: Command) => {
      const rows = await operate(command, open, (tx) => listMachinesAndHolders(tx, shop));
      printRows(command, rows, { json, empty: 'There is no card machine yet' });
    });
}
