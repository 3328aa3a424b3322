import { readFileSync, writeFileSync } from 'node:fs';
import { EXPORT_ROWS_HEADER, type ExportFormat } from '../contract/rules/reports/exports.ts';
import type { ReportName } from '../contract/rules/reports/reports.ts';
import { recomputeSums } from '../server/reports/sums/sum-up.ts';
import { type BenchPlace, openBenchPlace } from './bench-place.ts';
import { dayBefore, fillYears } from './book/years-of-book.ts';
import { hundredths, tenths, timed } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';

type Sizes = { drivers: number; orders: number; movements: number; years: number; sheet_rows: number };

export const exportFiles: Part<Sizes> = {
  name: 'exports',
  about:
    'large views of the desk as files, to a reader that discards them: duration, processor time and memory',
  sizes: {
    full: { drivers: 20, orders: 300_000, movements: 1_000_000, years: 2, sheet_rows: 100_000 },
    quick: { drivers: 4, orders: 500, movements: 1_500, years: 2, sheet_rows: 200 },
  },
  measure: (_bench, sizes) => write(sizes),
};

const noAbort = new AbortController().signal;

async function write({ drivers, sheet_rows, ...book }: Sizes): Promise<Table[]> {
  const place = await openBenchPlace(drivers);
  try {
    await fillYears(place, book);
    await recomputeSums(place.owner, noAbort);
    await place.pools.owner.query('vacuum (analyze) cash_sums, delivery_sums');
    const all = { from: dayBefore(book.years * 366), to: dayBefore(0) };
    // The period is two days shorter than computed, because rows are only spread almost evenly over time and
    // an export with one row too many for a workbook is refused.
    const few_days = Math.floor((book.years * 365 * sheet_rows) / book.movements) - 2;
    const few = { ...all, from: dayBefore(few_days) };
    const files: [ReportName, ExportFormat, { from: string; to: string }][] = [
      ['movements', 'csv', all],
      ['deliveries', 'csv', all],
      ['movements', 'xlsx', few],
    ];
    const rows: Row[] = [];
    for (const [report, format, days] of files) {
      // Warms up: the first export also loads and compiles its modules.
      await exported(place, { report, format, from: dayBefore(3), to: dayBefore(2) });
      rows.push(await measured(place, { report, format, ...days }));
    }
    return [
      {
        title: 'Whole views as files, over HTTP, with the peak growth of the server’s memory',
        keys: ['what', 'format'],
        steady: { node_s: 'less', postgres_s: 'less', grown_mb: 'less' },
        times: { seconds: 'less', rows_per_second: 'more' },
        rows,
      },
    ];
  } finally {
    await place.close();
  }
}

type Requested = { report: ReportName; format: ExportFormat; from: string; to: string };

async function measured(place: BenchPlace, requested: Requested): Promise<Row> {
  const [cpu, memory] = [place.processorTime(), memoryOf(place.server.pid)];
  const { ms, answer } = await timed(() => exported(place, requested));
  const [cpu_after, most] = [place.processorTime(), memory?.most()];
  const seconds_of = (name: 'node_ms' | 'postgres_ms') =>
    cpu && cpu_after ? { [name.replace('_ms', '_s')]: tenths((cpu_after[name] - cpu[name]) / 1_000) } : {};
  return {
    what: requested.report,
    format: requested.format,
    rows: answer.rows,
    mb: tenths(answer.bytes / 1_000_000),
    seconds: hundredths(ms / 1_000),
    rows_per_second: Math.round(answer.rows / (ms / 1_000)),
    ...seconds_of('node_ms'),
    ...seconds_of('postgres_ms'),
    ...(most === undefined ? {} : { grown_mb: most }),
  };
}

async function exported({ http, manager }: BenchPlace, { format, ...report }: Requested) {
  let bytes = 0;
  const headers = await http.take(
    {
      method: 'POST',
      path: '/api/desk/exports',
      headers: { authorization: `Bearer ${manager.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format, report }),
    },
    (chunk) => {
      bytes += chunk.byteLength;
    },
  );
  return { bytes, rows: Number(headers[EXPORT_ROWS_HEADER]) };
}

/** Watches the peak memory of a process from now on (VmHWM of proc(5)), in MB; null except on Linux. */
function memoryOf(pid: number): { most(): number } | null {
  if (process.platform !== 'linux') return null;
  const mb = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
    1024;
  const before = mb('VmRSS');
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return { most: () => tenths(Math.max(0, mb('VmHWM') - before)) };
}
