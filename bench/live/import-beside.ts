import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownEnvironment, PRODUCT } from '../../tests/support/e2e-server.ts';
import { exportOf, orderRow } from '../../tests/support/shopify-export.ts';
import type { BenchPlace } from '../bench-place.ts';

const LOOK_MS = 200;

/** An import of so many orders into a shop by the real command, beside whatever else goes on. Answers once it has begun to write; throws where it never does. */
export async function importBeside(place: BenchPlace, shop_id: number, orders: number) {
  const path = join(place.data_dir, '..', 'orders.csv');
  const rows = Array.from({ length: orders }, (_, at) => orderRow({ Name: `#I${at}` }));
  await writeFile(path, exportOf(...rows));
  const args = [join(PRODUCT, 'bin', 'mandoob.mjs'), 'orders', 'import', path, '--shop', String(shop_id)];
  const env = { ...ownEnvironment(), DATA_DIR: place.data_dir };
  const child = spawn(process.execPath, args, { cwd: PRODUCT, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const imported = async () => {
    const sql = "select count(*)::int as orders from orders where shop_id = $1 and order_number like 'I%'";
    return Number((await place.pools.owner.query(sql, [shop_id])).rows[0].orders);
  };
  while ((await imported()) === 0) {
    if (child.exitCode !== null) throw new Error(`The import ended with ${child.exitCode} and no order`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  return {
    imported,
    /** Ends it where it still goes on: what it has imported stays. */
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null) child.kill('SIGTERM');
  await ended;
}
