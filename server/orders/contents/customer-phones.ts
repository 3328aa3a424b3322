import type { CallablePhone } from '../../../contract/rules/orders/callable-phone.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readCountry } from '../../platform/database/shop-facts.ts';

/** Loads 250 KB of numbering plans, which no server needs for its first response. */
const loadParser = async () => (await import('../incoming/phones/callable-phones.ts')).callablePhones;

/** Loads the parser of telephone numbers while the server starts. */
export async function preparePhones(): Promise<void> {
  await loadParser();
}

/** Returns a function that computes the column `phones` from a telephone text of this shop's customers. */
export async function phonesColumn(tx: Tx, shop_id: number) {
  const [callablePhones, country] = await Promise.all([loadParser(), readCountry(tx, shop_id)]);
  return (phone: string | null): { phones: CallablePhone[] | null } => ({
    phones: phone === null ? null : callablePhones(phone, country),
  });
}

type Stored = { phones: CallablePhone[] | null; phone: string | null; country_to_parse: string | null };

/** A customer's numbers. Rows from older versions have none until the backfill has parsed them. */
export async function phonesOf({ phones, phone, country_to_parse }: Stored): Promise<CallablePhone[]> {
  if (phones !== null) return phones;
  return phone === null ? [] : (await loadParser())(phone, country_to_parse ?? '');
}
