/** What one delivery costs with everything that belongs to it (`npm run bench -- scale`). */
export type DeliveryCost = {
  node_ms: number;
  postgres_ms: number;
  wal_bytes: number;
  wal_syncs: number;
  page_writes: number;
  table_bytes: number;
  file_bytes: number;
};

/** A chain or a provider; each shop delivers so often a day. */
export type Size = { shops: number; deliveries_a_day: number; devices_a_shop: number };

/** What the model takes for granted and does not measure; docs/scale.md says why. */
export const ASSUMED = {
  /** Of a day's deliveries, those of its busiest hour. */
  busiest_hour: 0.12,
  /** Of a core, in that hour: beyond it whoever comes in a bad moment waits for everybody else. */
  busy: 0.5,
  /** The primary and two standbys, one of which has each commit before it counts. */
  database_machines: 3,
  /** Files of a delivery, its share of signatures and receipts included. */
  files_a_delivery: 2.5,
  /** Of a bucket, what is paid for each file: it arrives in one place and is copied to its own (decision 63). */
  writes_a_file: 2,
  /** What one cell's tables may come to, in bytes: so much is copied to a new standby within a night. */
  cell_table_bytes: 4e12,
  /** Open pages and phones that one server tells of changes (decision 47). */
  streams_a_server: 4_000,
  /** How long everything is kept before a cell takes no more shops, in days. */
  kept_days: 365,
} as const;

/** In AED; docs/scale.md says whose. */
export const PRICES = {
  /** A core with 4 GB of memory, for a month. */
  core_month: 110,
  /** A GB of fast disk, for a month. */
  disk_gb_month: 0.45,
  /** A GB in the store, for a month. */
  store_gb_month: 0.09,
  /** A thousand writes to the store. */
  store_1000_puts: 0.02,
} as const;

export type Needs = {
  peak_per_second: number;
  server_cores: number;
  /** Node processes: one for each core that is needed, and for each 4,000 who are told of changes. */
  servers: number;
  /** Of the primary. */
  database_cores: number;
  wal_mb_per_second: number;
  /** Of the primary's disk in the busiest hour: syncs of its log and writes of pages. */
  disk_writes_per_second: number;
  table_gb_a_day: number;
  files_gb_a_day: number;
  cells: number;
  /** When everything of the first year lies there. */
  aed_per_1000: number;
};

const DAYS_A_MONTH = 30;
const GB = 1e9;

/** What so many shops need in their busiest hour, and what a thousand deliveries cost at the end of the first year. */
export function needsOf(cost: DeliveryCost, { shops, deliveries_a_day, devices_a_shop }: Size): Needs {
  const { busiest_hour, busy, streams_a_server, cell_table_bytes, kept_days } = ASSUMED;
  const a_day = shops * deliveries_a_day;
  const peak_per_second = (a_day * busiest_hour) / 3_600;
  const coresFor = (ms: number) => (peak_per_second * ms) / 1_000 / busy;
  const server_cores = coresFor(cost.node_ms);
  const database_cores = coresFor(cost.postgres_ms);
  return {
    peak_per_second,
    server_cores,
    servers: Math.max(1, Math.ceil(server_cores), Math.ceil((shops * devices_a_shop) / streams_a_server)),
    database_cores,
    wal_mb_per_second: (peak_per_second * cost.wal_bytes) / 1e6,
    disk_writes_per_second: peak_per_second * (cost.wal_syncs + cost.page_writes),
    table_gb_a_day: (a_day * cost.table_bytes) / GB,
    files_gb_a_day: (a_day * cost.file_bytes) / GB,
    cells: Math.ceil((a_day * cost.table_bytes * kept_days) / cell_table_bytes),
    aed_per_1000: moneyOf(cost, a_day, { server_cores, database_cores }),
  };
}

function moneyOf(
  { table_bytes, file_bytes }: DeliveryCost,
  a_day: number,
  { server_cores, database_cores }: Pick<Needs, 'server_cores' | 'database_cores'>,
): number {
  const { database_machines, files_a_delivery, writes_a_file, kept_days } = ASSUMED;
  const cores = wholeCores(server_cores) + database_machines * wholeCores(database_cores);
  const kept = a_day * kept_days;
  const a_month = a_day * DAYS_A_MONTH;
  const money =
    cores * PRICES.core_month +
    ((database_machines * kept * table_bytes) / GB) * PRICES.disk_gb_month +
    ((kept * file_bytes) / GB) * PRICES.store_gb_month +
    ((a_month * files_a_delivery * writes_a_file) / 1_000) * PRICES.store_1000_puts;
  return (money / a_month) * 1_000;
}

/** Nobody rents a tenth of one: two on the smallest machine. */
function wholeCores(cores: number): number {
  return Math.max(2, Math.ceil(cores));
}

/** As docs/scale.md shows them: two digits that count. */
export function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
}
