import type { CashEquation } from '../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import type { Differences } from '../../contract/operations/desk/differences/list-differences.schema.ts';
import { movedFils, openFils } from '../book/accounts.ts';
import type { Records } from '../book/records.ts';
import type { SeedEnvironment } from '../seed-environment.ts';
import { managersOf } from './explain-lost-phones.ts';

/** The equation of the cash book and the list of differences, as shown to a manager of the shop. */
export type ShownAccounts = { shop_id: number; equation: CashEquation; open: Differences['open'] };

export async function readAccounts(environment: SeedEnvironment): Promise<ShownAccounts[]> {
  const shown: ShownAccounts[] = [];
  for (const { user_id: as_user, shop_id, program } of managersOf(environment)) {
    const equation = await program.ask('read_cash_equation', { as_user });
    const { open } = await program.ask('list_differences', { as_user });
    shown.push({ shop_id, equation, open });
  }
  return shown;
}

/** Returns the differences between the shown accounts and the movements. */
export function accountListDifferences(
  { people }: SeedEnvironment,
  records: Records,
  { shop_id, equation, open }: ShownAccounts,
): string[] {
  const found = equation.is_equal ? [] : [`the equation of shop ${shop_id} is not equal`];
  for (const { user_id, full_name } of people.filter((person) => person.shop_id === shop_id)) {
    const of = equation.people.find((person) => person.user_id === user_id);
    const shown = [of?.cash_fils ?? 0, of?.shortage_fils ?? 0, of?.over_fils ?? 0];
    const moved = [
      cashFils(records, user_id),
      movedFils(records, user_id, 'shortage'),
      movedFils(records, user_id, 'over'),
    ];
    if (shown.join() !== moved.join())
      found.push(`the equation shows ${shown.join()} fils of ${full_name} instead of ${moved.join()}`);
  }
  const listed = open.map(({ id, open_fils }) => `${id} ${open_fils}`).sort();
  const left = records.differences
    .filter((row) => row.shop_id === shop_id && row.kind !== 'none' && openFils(records, row) > 0)
    .map((row) => `${row.id} ${openFils(records, row)}`)
    .sort();
  if (listed.join() !== left.join())
    found.push(`shop ${shop_id} lists the differences ${listed.join()} instead of ${left.join()}`);
  return found;
}

function cashFils({ movements }: Records, user_id: string): number {
  return movements.reduce((sum, { to_user_id, from_user_id, amount_fils }) => {
    if (to_user_id === user_id) return sum + amount_fils;
    return from_user_id === user_id ? sum - amount_fils : sum;
  }, 0);
}
