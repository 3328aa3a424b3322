import { Argument, type Command } from 'commander';
import { runAs } from '../operations/run-as.ts';
import { listDrivers, OPERATOR_STATUSES, type OperatorStatus, setDriverStatus } from '../staff/drivers.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { onStaff } from './operator.ts';
import { print, printRows } from './print.ts';

export function addDriverCommands(program: Command, open: OpenDatabase): void {
  const driver = program.command('driver').description('driver records');

  driver
    .command('status')
    .argument('<email>')
    .addArgument(new Argument('<status>').choices(OPERATOR_STATUSES))
    .description('say who is at work; a driver with orders out stays delivering')
    .action(async (email: string, status: OperatorStatus, _options: object, command: Command) => {
      const now = await onStaff(command, open, email, (tx, operator, user_id) =>
        runAs(tx, operator, setDriverStatus, { user_id, status }),
      );
      print(command, `${email} is ${now.status}`);
    });

  driver
    .command('list')
    .option('--shop <id>', 'of one shop only', shopId)
    .option('--json', 'as JSON')
    .description('all driver records')
    .action(async ({ shop, json }: { shop?: number; json?: boolean }, command: Command) => {
      const rows = await operate(command, open, (tx) => listDrivers(tx, shop));
      printRows(command, rows, { json, empty: 'There is no driver yet' });
    });
}
