import { Argument, type Command } from 'commander';
import { listDrivers, OPERATOR_STATUSES, type OperatorStatus, setDriverStatus } from '../staff/drivers.ts';
import type { Cli } from './cli.ts';
import { onStaff } from './operate.ts';
import { addListCommand } from './print.ts';

export function addDriverCommands(program: Command, cli: Cli): void {
  const driver = program.command('driver').description('driver records');

  driver
    .command('status <email>')
    .addArgument(new Argument('<status>').choices(OPERATOR_STATUSES))
    .description('say who is at work; a driver with orders out stays delivering')
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
