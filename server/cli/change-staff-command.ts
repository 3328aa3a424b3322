import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../contract/rules/roles.ts';
import { cashOf } from '../cash/balances.ts';
import { cardMachinesWith } from '../handovers/card-machines.ts';
import { assertNoOpenOrders } from '../orders/open-orders.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { changeStaff, type Staff } from '../staff/change-staff.ts';
import { printHeldMachines } from './held-machines.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
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
    .action(async (email: string, { name, role, shop }: Options, command: Command) => {
      const { changed, machines } = await operate(command, open, async (tx) => {
        if (name === undefined && role === undefined && shop === undefined) {
          throw new TerminalError('Say what to change: --name, --role or --shop');
        }
        const changed = await changeStaff(
          tx,
          email,
          { full_name: name, role, shop_id: shop },
          {
            shop: (staff) => assertHoldsNothing(tx, staff),
            driver_record: (driver) => assertNoOpenOrders(tx, driver),
          },
        );
        return { changed, machines: shop === undefined ? [] : await cardMachinesWith(tx, email) };
      });
      const record = changed.driver_id === null ? '' : `, driver ${changed.driver_id}`;
      const what = `${changed.role ?? 'no role'} of shop ${changed.shop_id}${record}`;
      print(command, `${email} is ${changed.full_name}, ${what}`);
      printHeldMachines(command, email, machines);
    });
}

/** Cash stays with the shop it was taken in (ruling A7); a trigger holds the same. Throws `holds_cash`. */
async function assertHoldsNothing(tx: Tx, { shop_id, user_id, full_name }: Staff): Promise<void> {
  const { cash_on_hand_fils, waiting_fils } = await cashOf(tx, shop_id, user_id);
  if (cash_on_hand_fils === 0 && waiting_fils === 0) return;
  throw Problem.about('holds_cash', { full_name, shop_id, held_fils: cash_on_hand_fils + waiting_fils });
}
