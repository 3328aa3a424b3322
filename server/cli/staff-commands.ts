import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../contract/rules/roles.ts';
import { runAs } from '../operations/run-as.ts';
import { addStaff } from '../staff/add-staff.ts';
import { disableStaff, enableStaff } from '../staff/disable-staff.ts';
import { listStaff } from '../staff/list-staff.ts';
import { setPassword } from '../staff/set-password.ts';
import { addChangeStaffCommand } from './change-staff-command.ts';
import { printHeldMachines } from './held-machines.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { onStaff, operatorOf } from './operator.ts';
import { print, printResult, printRows } from './print.ts';

type AddOptions = {
  shop: number;
  name: string;
  role: Role;
  password?: string;
  driver?: boolean;
  json?: boolean;
};

const PASSWORD =
  'at least 10 characters, neither common nor made of a name or e-mail address; - reads it; left out, one is made. It is changed at sign-in';
const PASSWORD_IS_SEEN =
  '\nOther users of this machine can see what is on a command line: better leave the password out, or say - and pipe it in.';

export type StaffParts = {
  open: OpenDatabase;
  /** All that is piped in. */
  read_in: () => Promise<string>;
};

export function addStaffCommands(program: Command, { open, read_in }: StaffParts): void {
  const staff = program.command('staff').description('the people who sign in');
  addCommand(staff, { open, read_in });
  listCommand(staff, open);
  addChangeStaffCommand(staff, open);

  staff
    .command('disable')
    .argument('<email>')
    .description('end every session and refuse sign-in; cash and history stay')
    .action(async (email: string, _options: object, command: Command) => {
      const { card_machines } = await onStaff(command, open, email, (tx, operator, user_id) =>
        runAs(tx, operator, disableStaff, { user_id }),
      );
      print(command, `Disabled ${email}`);
      printHeldMachines(command, email, card_machines);
    });

  staff
    .command('enable')
    .argument('<email>')
    .description(
      'let somebody disabled sign in again, for what their device still has to send; sessions stay ended',
    )
    .action(async (email: string, _options: object, command: Command) => {
      await onStaff(command, open, email, (tx, operator, user_id) =>
        runAs(tx, operator, enableStaff, { user_id }),
      );
      print(command, `Enabled ${email}`);
    });

  staff
    .command('password')
    .argument('<email>')
    .option('--password <password>', PASSWORD)
    .addHelpText('after', PASSWORD_IS_SEEN)
    .description('set a password and end every session')
    .option('--json', 'as JSON')
    .action(async (email: string, given: { password?: string; json?: boolean }, command: Command) => {
      const password = await readPassword(given.password, read_in);
      const product_name = process.env.PRODUCT_NAME;
      const { one_time_password } = await onStaff(command, open, email, (tx, operator, user_id) =>
        runAs(tx, operator, setPassword, { user_id, password, product_name }),
      );
      const sentence = `Changed the password of ${email}${oneTimePassword(one_time_password)}`;
      printResult(command, given, { email, one_time_password }, sentence);
    });
}

function addCommand(staff: Command, { open, read_in }: StaffParts): void {
  staff
    .command('add')
    .argument('<email>')
    .requiredOption('--shop <id>', 'the shop, as in shop list', shopId)
    .requiredOption('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'what they do').choices(ROLES).makeOptionMandatory())
    .option('--driver', 'a Manager who also delivers')
    .option('--password <password>', PASSWORD)
    .addHelpText('after', PASSWORD_IS_SEEN)
    .option('--json', 'as JSON')
    .description('add a member of staff')
    .action(async (email: string, options: AddOptions, command: Command) => {
      const { shop: shop_id, name: full_name, role, driver } = options;
      const password = await readPassword(options.password, read_in);
      const added = await operate(command, open, (tx) =>
        runAs(tx, operatorOf(shop_id), addStaff, {
          email,
          full_name,
          role,
          driver,
          password,
          product_name: process.env.PRODUCT_NAME,
        }),
      );
      const record = added.driver_id === null ? '' : `, driver ${added.driver_id}`;
      const sentence = `Added ${email}: ${role} of shop ${shop_id}${record}${oneTimePassword(added.one_time_password)}`;
      printResult(command, options, { email, shop_id, role, ...added }, sentence);
    });
}

/** As it was given, or the line that is piped in for `-`. */
async function readPassword(given: string | undefined, read_in: () => Promise<string>) {
  return given === '-' ? (await read_in()).replace(/\r?\n$/, '') : given;
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

function oneTimePassword(one_time_password: string | null): string {
  return one_time_password === null ? '' : `\nOne-time password, shown only now: ${one_time_password}`;
}
