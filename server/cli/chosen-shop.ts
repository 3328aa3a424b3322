import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { TerminalError } from './terminal-error.ts';

/** The shop a command is about: the one given, or the only one there is. Throws `not_found`, TerminalError. */
export async function chosenShop(
  database: Database | Tx,
  given: number | undefined,
): Promise<{ shop_id: number; time_zone: string }> {
  const shops = await database.selectFrom('shops').select(['id', 'time_zone']).execute();
  const shop = given === undefined ? shops[0] : shops.find(({ id }) => id === given);
  if (!shop && given !== undefined) throw Problem.about('not_found', { what: 'shop', shop_id: given });
  if (!shop) throw new TerminalError('There is no shop yet');
  if (given === undefined && shops.length > 1) {
    throw new TerminalError('There are several shops: say which with --shop <id>');
  }
  return { shop_id: shop.id, time_zone: shop.time_zone };
}
