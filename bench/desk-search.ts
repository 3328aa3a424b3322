import { openBenchPlace } from './bench-place.ts';
import { fillBook } from './book/filled-book.ts';
import { fillDevices } from './book/filled-devices.ts';
import { measure, tenths } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';
import { sendsOf, signingShop, succeeded } from './signed-commands.ts';

type Sizes = {
  drivers: number;
  orders: number;
  open: number;
  movements: number;
  devices: number;
  rounds: number;
};

export const deskSearch: Part<Sizes> = {
  name: 'desk-search',
  about: "the desk's search, views, counts, holdings and board in a shop with many orders and movements",
  sizes: {
    full: { drivers: 40, orders: 100_000, open: 300, movements: 1_000_000, devices: 4, rounds: 60 },
    quick: { drivers: 4, orders: 500, open: 20, movements: 1_000, devices: 2, rounds: 4 },
  },
  measure: (_bench, sizes) => search(sizes),
};

/**
 * Searches with early matches, with one or no match, and with a combination that must scan each matching row.
 */
const SEARCHES: Record<string, string> = {
  'search: a common name': 'layla',
  'search: one phone': '+971 50 100 0777',
  'search: one number': 'F777',
  'search: nothing': 'nowhere to be found',
  'search: name, gate and driver': 'haddad gate 77 driver3',
};

const READS: Record<string, string> = {
  'the oldest of what is to dispatch': '/api/desk/orders?view=to_dispatch',
  'late ones by their promise': '/api/desk/orders?view=late&sort=promised',
  'all, the newest first': '/api/desk/orders?view=all&way=down',
  'all, by customer': '/api/desk/orders?view=all&sort=customer',
  'counts of all views': '/api/desk/order-counts',
  'who holds what': '/api/desk/holdings',
  'the driver board': '/api/desk/drivers',
};

async function search({ drivers, orders, open, movements, devices, rounds }: Sizes): Promise<Table[]> {
  const place = await openBenchPlace(drivers);
  try {
    const { shop_id, manager, admin, pools } = place;
    const people = place.drivers.map(({ driver_id, user_id }) => ({
      ...{ shop_id, driver_id, user_id, manager_id: manager.user_id, admin_id: admin.user_id },
    }));
    await fillBook(place, people, { movements, orders });
    await fillDevices(place, devices);
    await pools.owner.query(
      `update orders set status = (array['packed', 'dispatching', 'dispatched'])[abs(hashtext(id::text) % 3) + 1], actual_delivery_time = null
       where id in (select id from orders where status = 'cancelled' order by created_at desc limit $1)`,
      [open],
    );
    await pools.owner.query('update shops set promise_hours = 24');
    await pools.owner.query('vacuum analyze orders, order_search');
    const app = sendsOf(place);
    const { session_id: as } = signingShop(place).manager;
    const paths = { ...READS };
    for (const [what, words] of Object.entries(SEARCHES))
      paths[what] = `/api/desk/order-search?words=${encodeURIComponent(words)}`;
    const rows: Row[] = [];
    for (const [what, path] of Object.entries(paths)) {
      const jobs = Array.from({ length: rounds }, () => path);
      const work = async (one: string) => succeeded(await app.send('GET', one, { as }));
      for (const warm of jobs.slice(0, 5)) await work(warm);
      const { p50_ms, p95_ms } = await measure({ jobs, work }, 1);
      rows.push({ orders, movements, what, p50_ms: tenths(p50_ms), p95_ms: tenths(p95_ms) });
    }
    return [
      {
        title: 'Searches and reads of the desk with many orders and movements, over HTTP',
        keys: ['orders', 'movements', 'what'],
        steady: {},
        times: { p50_ms: 'less', p95_ms: 'less' },
        rows,
      },
    ];
  } finally {
    await place.close();
  }
}
