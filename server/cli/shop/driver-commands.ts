import { Argument, type Command } from 'commander';
import {
  addCardMachine,
  listMachinesAndHolders,
  reactivateCardMachine,
  retireCardMachine,
  returnCardMachine,
} from '../../handovers/card-machines.ts';
import { runOnce } from '../../operations/run-as.ts';
import { listDrivers, OPERATOR_STATUSES, type OperatorStatus, setDriverStatus } from '../../staff/drivers.ts';
import type { Cli } from '../cli.ts';
import { onShop, onStaff, type ShopOption, shopOption } from '../operate.ts';
import { addListCommand } from '../terminal/print.ts';

export function addDriverCommands(program: Command, cli: Cli): void {
  const driver = program.command('driver').description('driver records');

  driver
    .command('status <email>')
    .addArgument(new Argument('<status>').choices(OPERATOR_STATUSES))
    .description('set whether a driver is at work; a driver with orders out remains delivering')
    .action(async (email: string, status: OperatorStatus) => {
      const now = await onStaff(cli, email, setDriverStatus, (user_id) => ({ user_id, status }));
      cli.print(`${email} is ${now.status}`);
    });

  addListCommand(driver, cli, {
    description: 'all driver records',
    read: listDrivers,
    empty: 'There is no driver yet',
  });
}

export function addMachineCommands(program: Command, cli: Cli): void {
  const machine = program.command('machine').description('card machines, handed over together with the cash');

  machine
    .command('add')
    .argument('<number>', 'the number on its label')
    .addOption(shopOption())
    .description('register a card machine; it starts in the shop')
    .action(async (text: string, { shop }: ShopOption) => {
      const { shop_id, number } = await onShop(cli, { shop }, async (tx, operator) => ({
        ...operator,
        ...(await runOnce(tx, operator, addCardMachine, { number: text })),
      }));
      cli.print(`Added card machine ${number} to shop ${shop_id}`);
    });

  machine
    .command('return')
    .argument('<number>', 'the number on its label')
    .addOption(shopOption())
    .description('return a card machine to the shop without a handover')
    .action(async (text: string, { shop }: ShopOption) => {
      const { shop_id, holder } = await onShop(cli, { shop }, async (tx, operator) => ({
        ...operator,
        ...(await runOnce(tx, operator, returnCardMachine, { number: text })),
      }));
      cli.print(`Card machine ${text.trim()} is back in shop ${shop_id}; ${holder} had it`);
    });

  const numbered = (name: string, description: string) =>
    machine
      .command(name)
      .argument('<number>', 'the number on its label')
      .addOption(shopOption())
      .description(description);

  numbered('retire', 'stop handing out a card machine; refused while a driver has it').action(
    async (text: string, { shop }: ShopOption) => {
      const retired = { number: text };
      const { number } = await onShop(cli, { shop }, (tx, operator) =>
        runOnce(tx, operator, retireCardMachine, retired),
      );
      cli.print(`Card machine ${number} is retired`);
    },
  );

  numbered('reactivate', 'put a retired card machine back into use').action(
    async (text: string, { shop }: ShopOption) => {
      const { number } = await onShop(cli, { shop }, (tx, operator) =>
        runOnce(tx, operator, reactivateCardMachine, { number: text }),
      );
      cli.print(`Card machine ${number} is in use again`);
    },
  );

  addListCommand(machine, cli, {
    description: 'all card machines with their current drivers',
    read: listMachinesAndHolders,
    empty: 'There is no card machine yet',
  });
}
