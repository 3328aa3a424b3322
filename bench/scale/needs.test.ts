import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DeliveryCost, type Needs, needsOf, PRICES, shown } from './needs.ts';

const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');

/** The cells of the page's row that begins with this word. */
function rowOf(first: string): string[] {
  const line = page.split('\n').find((text) => text.startsWith(`| ${first} |`));
  if (!line) throw new Error(`docs/scale.md has no row "${first}"`);
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

const numberOf = (text: string) => Number(text.replaceAll(',', ''));

function costOnPage(): DeliveryCost {
  const [node_ms, postgres_ms, wal_bytes, , wal_syncs, page_writes] = rowOf('all').map(numberOf);
  const kept = /On disks stay ([\d,]+) bytes in tables with their indexes and ([\d,]+) bytes of files/.exec(
    page,
  );
  if (!node_ms || !postgres_ms || !wal_bytes || !wal_syncs || !page_writes || !kept) {
    throw new Error('docs/scale.md does not say what a delivery costs');
  }
  const [, table_bytes = '', file_bytes = ''] = kept;
  return {
    ...{ node_ms, postgres_ms, wal_bytes, wal_syncs, page_writes },
    table_bytes: numberOf(table_bytes),
    file_bytes: numberOf(file_bytes),
  };
}

const SHOPS = [10, 10_000, 100_000];
const ROWS: Record<string, keyof Needs> = {
  'deliveries a second in the busiest hour': 'peak_per_second',
  'cores of servers': 'server_cores',
  'Node processes': 'servers',
  'cores of the primary': 'database_cores',
  'log of the primary, MB a second': 'wal_mb_per_second',
  'syncs and writes of its disk a second': 'disk_writes_per_second',
  'tables, GB a day': 'table_gb_a_day',
  'files, GB a day': 'files_gb_a_day',
  'cells after a year': 'cells',
  'AED for 1,000 deliveries': 'aed_per_1000',
};

describe('what docs/scale.md says', () => {
  it.each(Object.entries(ROWS))('reckons %s from the costs on the page', (row, name) => {
    const cost = costOnPage();
    const needs = SHOPS.map((shops) => needsOf(cost, { shops, deliveries_a_day: 500, devices_a_shop: 22 }));
    expect(rowOf(row)).toEqual(needs.map((each) => shown(each[name])));
  });

  it('adds the parts of a delivery up', () => {
    const parts = page.split('| part |')[1]?.split('| all |')[0]?.split('\n').slice(2, -1) ?? [];
    const node_ms = parts.map((line) => Number(line.split('|')[2]));
    expect(node_ms).toHaveLength(6);
    const sum = node_ms.reduce((total, each) => total + each, 0);
    expect(Math.abs(sum - costOnPage().node_ms)).toBeLessThan(0.05);
  });

  it('names the prices that it reckons with', () => {
    for (const price of Object.values(PRICES)) expect(page).toContain(` ${price}`);
  });
});

describe('the model', () => {
  const cost = costOnPage();

  it('needs ten times as much for ten times as many shops, and no more money for each', () => {
    const [some, many] = [10_000, 100_000].map((shops) =>
      needsOf(cost, { shops, deliveries_a_day: 500, devices_a_shop: 22 }),
    );
    expect(many?.database_cores).toBeCloseTo((some?.database_cores ?? 0) * 10);
    expect(many?.aed_per_1000).toBeLessThanOrEqual(some?.aed_per_1000 ?? 0);
  });

  it('has as many processes as those who listen want, though deliveries want few cores', () => {
    const listened = needsOf(cost, { shops: 1_000, deliveries_a_day: 1, devices_a_shop: 40 });
    expect(listened.servers).toBe(10);
  });
});
