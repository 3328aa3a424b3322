import type { Backfill } from '../../platform/database/migrations/backfills.ts';
import { sql } from '../../platform/database/sql.ts';

type Unparsed = { shop_id: number; id: string; phone: string; country: string };

/** Parses the telephone texts of customers that older versions stored or changed. */
export const PHONES_OF_CUSTOMERS: Backfill = {
  name: '0138-callable-phones',
  async fill(tx, rows_max) {
    const { callablePhones } = await import('../incoming/phones/callable-phones.ts');
    const { rows } = await sql<Unparsed>`
      select c.shop_id, c.id, c.phone, s.country from customers c join shops s on s.id = c.shop_id
      where c.phones is null and c.phone is not null
      limit ${rows_max} for update of c skip locked`.execute(tx);
    const parsed = rows.map(({ shop_id, id, phone, country }) => ({
      shop_id,
      id,
      phones: callablePhones(phone, country),
    }));
    await sql`
      update customers c set phones = p.phones
      from jsonb_to_recordset(${JSON.stringify(parsed)}::jsonb) as p (shop_id int, id uuid, phones jsonb)
      where c.shop_id = p.shop_id and c.id = p.id`.execute(tx);
    return rows.length;
  },
};
