import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../contract/rules/roles.ts';
import { runAs } from '../operations/run-as.ts';
import { changeStaff } from '../staff/change-staff.ts';
import { printHeldMachines } from './held-machines.ts';
import { type OpenDatabase, refusing, shopId } from './operate.ts';
import { onStaff } from './operator.ts';
import { print } from './print.ts';
import { TerminalError } from './terminal-error.ts';

type Options = { name?: string; role?: Role; shop?: number };

export function addChangeStaffCommand(staff: Command, open: OpenDatabase): void {
  staff
    .command('set')
    .argument('<email>')
    .option('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'what they do').choices(ROLES))
    .option('--shop <id>', 'another shop; refused while they hold cash or have open orders', shopId)
    .description('change name, role or shop; the driver record follows')
    .action(async (email: string, options: Options, command: Command) => {
      const change = await refusing(command, async () => readChange(options));
      const changed = await onStaff(command, open, email, (tx, operator, user_id) =>
        runAs(tx, operator, changeStaff, { user_id, ...change }),
      );
      const record = changed.driver_id === null ? '' : `, driver ${changed.driver_id}`;
      const what = `${changed.role ?? 'no role'} of shop ${changed.shop_id}${record}`;
      print(command, `${email} is ${changed.full_name}, ${what}`);
      printHeldMachines(command, email, changed.card_machines);
    });
}

/** Throws TerminalError. */
function readChange({ name, role, shop }: Options) {
  if (name === undefined && role === undefined && shop === undefined) {
    throw new TerminalError('Say what to change: --name, --role or --shop');
  }
  return { full_name: name, role, shop_id: shop };
}
