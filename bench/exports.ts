import { readFileSync, writeFileSync } from 'node:fs';
import { EXPORT_ROWS_HEADER, type ExportFormat } from '../contract/rules/reports/exports.ts';
import type { ReportName } from '../contract/rules/reports/reports.ts';
import { sumUpAnew } from '../server/reports/sums/sum-up.ts';
import { type BenchPlace, openBenchPlace } from './bench-place.ts';
import { dayBefore, fillYears } from './book/years-of-book.ts';
import { hundredths, tenths, timed } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';

type Sizes = { drivers: number; orders: number; movements: number; years: number; sheet_rows: number };

export const exportFiles: Part<Sizes> = {
  name: 'exports',
  about:
    'large views of the desk as files, to a reader that discards them: seconds, and what the server takes',
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
    await sumUpAnew(place.owner, noAbort);
    await place.pools.owner.query('vacuum (analyze) cash_sums, delivery_sums');
    const all = { from: dayBefore(book.years * 366), to: dayBefore(0) };
    // Rows lie evenly in time, nearly: a workbook with a row too many is none.
    const few_days = Math.floor((book.years * 365 * sheet_rows) / book.movements) - 2;
    const few = { ...all, from: dayBefore(few_days) };
    const asked: [ReportName, ExportFormat, { from: string; to: string }][] = [
      ['movements', 'csv', all],
      ['deliveries', 'csv', all],
      ['movements', 'xlsx', few],
    ];
    const rows: Row[] = [];
    for (const [report, format, days] of asked) {
      // What is loaded and compiled with the first one is no part of its rows.
      await exported(place, { report, format, from: dayBefore(3), to: dayBefore(2) });
      rows.push(await measured(place, { report, format, ...days }));
    }
    return [
      {
        title: 'Whole views as files, over HTTP, with the most memory the server took beyond that before',
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

type Asked = { report: ReportName; format: ExportFormat; from: string; to: string };

async function measured(place: BenchPlace, asked: Asked): Promise<Row> {
  const [cpu, memory] = [place.processorTime(), memoryOf(place.server.pid)];
  const { ms, answer } = await timed(() => exported(place, asked));
  const [cpu_after, most] = [place.processorTime(), memory?.most()];
  const seconds_of = (name: 'node_ms' | 'postgres_ms') =>
    cpu && cpu_after ? { [name.replace('_ms', '_s')]: tenths((cpu_after[name] - cpu[name]) / 1_000) } : {};
  return {
    what: asked.report,
    format: asked.format,
    rows: answer.rows,
    mb: tenths(answer.bytes / 1_000_000),
    seconds: hundredths(ms / 1_000),
    rows_per_second: Math.round(answer.rows / (ms / 1_000)),
    ...seconds_of('node_ms'),
    ...seconds_of('postgres_ms'),
    ...(most === undefined ? {} : { grown_mb: most }),
  };
}

async function exported({ http, manager }: BenchPlace, { format, ...report }: Asked) {
  let bytes = 0;
  const headers = await http.take(
    {
      method: 'POST',
      path: '/api/desk/exports',
      headers: { authorization: `Bearer ${manager.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format, report }),
    },
    (piece) => {
      bytes += piece.byteLength;
    },
  );
  return { bytes, rows: Number(headers[EXPORT_ROWS_HEADER]) };
}

/** From now on, as Linux keeps the most that a process ever had (proc(5)); null elsewhere. */
function memoryOf(pid: number): { most(): number } | null {
  if (process.platform !== 'linux') return null;
  const mb = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
    1024;
  const before = mb('VmRSS');
  // What was the most is forgotten.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return { most: () => tenths(Math.max(0, mb('VmHWM') - before)) };
}
