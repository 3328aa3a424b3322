import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../../contract/rules/roles.ts';
import { runOnce } from '../../operations/run-as.ts';
import { addStaff } from '../../staff/add-staff.ts';
import { changeStaff } from '../../staff/change-staff.ts';
import { listStaff } from '../../staff/list-staff.ts';
import { disableStaff, enableStaff, setPassword } from '../../staff/staff-access.ts';
import type { Cli } from '../cli.ts';
import { onStaff, operate, operatorOf, type ShopOption, shopId } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, addListCommand, printResult } from '../terminal/print.ts';

const PASSWORD =
  'at least 10 characters, not common, without a name or e-mail address; - reads it from standard input; if omitted, one is generated. The user changes it at sign-in';
const PASSWORD_IS_SEEN =
  '\nOther users of this machine can see a command line: omit the password, or use - and pipe it in.';

export function addStaffCommands(program: Command, cli: Cli): void {
  const staff = program.command('staff').description('the people who can sign in');
  addCommand(staff, cli);
  addListCommand(staff, cli, {
    description: 'all staff, including disabled ones',
    read: listStaff,
    empty: 'There is no staff yet',
  });
  changeCommand(staff, cli);
  disableCommands(staff, cli);
  passwordCommand(staff, cli);
}

type Added = AsJson & { shop: number; name: string; role: Role; password?: string; driver?: boolean };

function addCommand(staff: Command, cli: Cli): void {
  staff
    .command('add <email>')
    .requiredOption('--shop <id>', 'the shop; see shop list', shopId)
    .requiredOption('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'their role').choices(ROLES).makeOptionMandatory())
    .option('--driver', 'a Manager who also delivers')
    .option('--password <password>', PASSWORD)
    .addHelpText('after', PASSWORD_IS_SEEN)
    .option('--json', 'as JSON')
    .description('add a member of staff')
    .action(async (email: string, options: Added) => {
      const { shop: shop_id, name: full_name, role, driver } = options;
      const password = await readPassword(cli, options.password);
      const person = { email, full_name, role, driver, password, product_name: process.env.PRODUCT_NAME };
      const added = await operate(cli, (tx) => runOnce(tx, operatorOf(shop_id), addStaff, person));
      const record = recordOf(added.driver_id);
      const sentence = `Added ${email}: ${role} of shop ${shop_id}${record}${oneTimePassword(added.one_time_password)}`;
      printResult(cli, options, { email, shop_id, role, ...added }, sentence);
    });
}

type Changes = ShopOption & { email?: string; name?: string; role?: Role; driver?: true };

function changeCommand(staff: Command, cli: Cli): void {
  staff
    .command('set <email>')
    .option('--email <email>', 'the new e-mail address for sign-in')
    .option('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'their role').choices(ROLES))
    .option('--driver', 'a Manager who also delivers')
    .option('--shop <id>', 'the new shop; refused while they have cash or open orders', shopId)
    .description('change e-mail address, name, role or shop, also of the driver record')
    .action(async (email: string, { name, role, shop, driver, email: new_email }: Changes) => {
      const change = { email: new_email, full_name: name, role, shop_id: shop, driver };
      if (Object.values(change).every((value) => value === undefined)) {
        throw new TerminalError('Choose what to change: --email, --name, --role, --driver or --shop');
      }
      const changed = await onStaff(cli, email, changeStaff, (user_id) => ({ user_id, ...change }));
      const what = `${changed.role ?? 'no role'} of shop ${changed.shop_id}${recordOf(changed.driver_id)}`;
      const called = new_email === undefined ? email : changed.email;
      cli.print(`${called} is ${changed.full_name}, ${what}`);
      printHeldMachines(cli, called, changed.card_machines);
    });
}

function disableCommands(staff: Command, cli: Cli): void {
  staff
    .command('disable <email>')
    .description('end all sessions and block sign-in; cash and history are kept')
    .action(async (email: string) => {
      const { card_machines } = await onStaff(cli, email, disableStaff, (user_id) => ({ user_id }));
      cli.print(`Disabled ${email}`);
      printHeldMachines(cli, email, card_machines);
    });

  staff
    .command('enable <email>')
    .description(
      'allow a disabled user to sign in again, for example to send pending data; ended sessions stay ended',
    )
    .action(async (email: string) => {
      await onStaff(cli, email, enableStaff, (user_id) => ({ user_id }));
      cli.print(`Enabled ${email}`);
    });
}

function passwordCommand(staff: Command, cli: Cli): void {
  staff
    .command('password <email>')
    .option('--password <password>', PASSWORD)
    .addHelpText('after', PASSWORD_IS_SEEN)
    .description('set a password and end all sessions')
    .option('--json', 'as JSON')
    .action(async (email: string, given: AsJson & { password?: string }) => {
      const password = await readPassword(cli, given.password);
      const product_name = process.env.PRODUCT_NAME;
      const { one_time_password } = await onStaff(cli, email, setPassword, (user_id) => ({
        user_id,
        password,
        product_name,
      }));
      const sentence = `Changed the password of ${email}${oneTimePassword(one_time_password)}`;
      printResult(cli, given, { email, one_time_password }, sentence);
    });
}

/** Returns the password as given, or reads it from standard input for `-`. */
async function readPassword({ read_in }: Cli, given: string | undefined) {
  return given === '-' ? (await read_in()).replace(/\r?\n$/, '') : given;
}

function recordOf(driver_id: number | null): string {
  return driver_id === null ? '' : `, driver ${driver_id}`;
}

function oneTimePassword(one_time_password: string | null): string {
  return one_time_password === null ? '' : `\nOne-time password, shown only now: ${one_time_password}`;
}

/** Lists the card machines of a person who is disabled or leaves the shop, if there are any. */
function printHeldMachines({ print }: Cli, email: string, numbers: readonly string[]): void {
  if (numbers.length === 0) return;
  print(`${email} still has ${numbers.join(', ')}: run mandoob machine return <number> when it is back`);
}
