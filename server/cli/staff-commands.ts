import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../contract/rules/roles.ts';
import { addStaff, disableStaff, enableStaff, listStaff, setPassword } from '../identity/staff.ts';
import { addChangeStaffCommand } from './change-staff-command.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { print, printRows } from './print.ts';

type AddOptions = { shop: number; name: string; role: Role; password?: string; driver?: boolean };

export function addStaffCommands(program: Command, open: OpenDatabase): void {
  const staff = program.command('staff').description('the people who sign in');
  addCommand(staff, open);
  listCommand(staff, open);
  addChangeStaffCommand(staff, open);

  staff
    .command('disable')
    .argument('<email>')
    .description('end every session and refuse sign-in; cash and history stay')
    .action(async (email: string, _options: object, command: Command) => {
      await operate(command, open, (tx) => disableStaff(tx, email));
      print(command, `Disabled ${email}`);
    });

  staff
    .command('enable')
    .argument('<email>')
    .description(
      'let somebody disabled sign in again, for what their device still has to send; sessions stay ended',
    )
    .action(async (email: string, _options: object, command: Command) => {
      await operate(command, open, (tx) => enableStaff(tx, email));
      print(command, `Enabled ${email}`);
    });

  staff
    .command('password')
    .argument('<email>')
    .option(
      '--password <password>',
      'at least 10 characters; left out, one is made. It is changed at sign-in',
    )
    .description('set a password and end every session')
    .action(async (email: string, { password }: { password?: string }, command: Command) => {
      const one_time_password = await operate(command, open, (tx) => setPassword(tx, email, password));
      print(command, `Changed the password of ${email}`);
      printOneTimePassword(command, one_time_password);
    });
}

function addCommand(staff: Command, open: OpenDatabase): void {
  staff
    .command('add')
    .argument('<email>')
    .requiredOption('--shop <id>', 'the shop, as in shop list', shopId)
    .requiredOption('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'what they do').choices(ROLES).makeOptionMandatory())
    .option('--driver', 'a Manager who also delivers')
    .option(
      '--password <password>',
      'at least 10 characters; left out, one is made. It is changed at sign-in',
    )
    .description('add a member of staff')
    .action(async (email: string, options: AddOptions, command: Command) => {
      const { shop: shop_id, name: full_name, role, ...given } = options;
      const added = await operate(command, open, (tx) =>
        addStaff(tx, { shop_id, email, full_name, role, must_change_password: true, ...given }),
      );
      const record = added.driver_id === null ? '' : `, driver ${added.driver_id}`;
      print(command, `Added ${email}: ${role} of shop ${shop_id}${record}`);
      printOneTimePassword(command, added.one_time_password);
    });
}

function listCommand(staff: Command, open: OpenDatabase): void {
  staff
    .command('list')
    .option('--shop <id>', 'of one shop only', shopId)
    .option('--json', 'as JSON')
    .description('all staff, disabled ones included')
    .action(async ({ shop, json }: { shop?: number; json?: boolean }, command: Command) => {
      const rows = await operate(command, open, (tx) => listStaff(tx, shop));
      printRows(command, rows, { json, empty: 'There is no staff yet' });
    });
}

function printOneTimePassword(command: Command, one_time_password: string | null): void {
  if (one_time_password === null) return;
  print(command, `One-time password, shown only now: ${one_time_password}`);
}
