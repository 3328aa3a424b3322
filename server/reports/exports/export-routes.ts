import type { Context } from 'hono';
import { frame } from '../../../contract/rules/reports/export-frames.ts';
import {
  COUNTED_TYPE,
  EXPORT_ROWS_HEADER,
  EXPORT_TYPES,
  type ExportFormat,
  exportFileName,
} from '../../../contract/rules/reports/exports.ts';
import { requestOrigin } from '../../operations/add-command.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { asActor, beginRequest } from '../../platform/database/transactions.ts';
import type { Exchange } from '../../platform/http/arriving-body.ts';
import { type App, admit, mount, parseRequest } from '../../platform/http/endpoint.ts';
import type { RequestEnv, Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import { EXPORT_LIMITS, type ExportLimits, exportPlaces } from './export-places.ts';
import { exportStream } from './export-stream.ts';
import { heldSnapshot } from './open-snapshot.ts';
import { exportEndOfError, exportRecorder } from './record-export.ts';
import type { Sheet } from './sheet.ts';

export type ExportServices = Services & {
  export_limits?: ExportLimits | undefined;
  /** Aborted when the server stops. */
  stopping?: AbortSignal | undefined;
};

/** `POST /api/desk/exports`: streams a view of the desk as a file (decision 56). */
export function exportRoutes(app: App, services: ExportServices): void {
  const { export_limits: limits = EXPORT_LIMITS, stopping } = services;
  const originOf = requestOrigin(services);
  // Each page of an export needs a second connection for its access check, and other requests need some too.
  const in_all = Math.max(1, Math.min(limits.in_all, Math.floor(services.config.request_connections / 3)));
  const places = exportPlaces({ ...limits, in_all });

  const respond = async (c: Context<RequestEnv>): Promise<Response> => {
    const session_id = await services.sessionOf(c);
    const { body } = await parseRequest(c, 'export_view', session_id);
    if (stopping?.aborted) throw new Problem('unavailable');
    const admitted = <T>(work: (tx: Tx, by: Staff) => Promise<T>) =>
      asActor(services.requests, session_id, async (tx, by) => {
        admit(c, 'export_view', by);
        return work(tx, by);
      });
    const actor = await admitted(async (_, found) => found);
    const within = <T>(work: (tx: Tx, by: Staff) => Promise<T>) =>
      admitted(async (tx, by) => {
        // A user who has moved to another shop receives no more of this shop's file.
        if (by.shop_id !== actor.shop_id) throw new Problem('no_access');
        return work(tx, by);
      });
    // Loaded with the first export, to keep the server's start short.
    const { factsOf, openSheet } = await import('./open-sheet.ts');
    const now = services.now();
    const leave = places.take(actor.shop_id);
    const held = await heldSnapshot(services.requests, async (tx) => {
      await beginRequest(tx, session_id);
      return openSheet(tx, actor, body, { now, config: services.config, xlsx_rows: limits.xlsx_rows });
    }).catch((error: unknown) => {
      leave();
      throw error;
    });
    const close = async () => {
      await held.close();
      leave();
    };
    const sheet = held.opened;
    const { owner, log } = services;
    const export_id = services.random.id();
    const facts = factsOf(body, sheet);
    const asked = { now, origin: originOf(c), endpoint: 'export_view' } as const;
    const record = exportRecorder({ owner, log, shop_id: actor.shop_id, export_id, facts, asked, within });
    try {
      await record.begun(sheet.rows);
    } catch (error) {
      await close();
      throw error;
    }
    const counted = countedSheet(sheet, () => within(async () => undefined));
    const { outgoing } = (c.env ?? {}) as Partial<Exchange>;
    const chunks = bytesOf(counted.sheet, body.format);
    const stream = exportStream(body.counted ? framesOf(chunks, counted.rows) : chunks, {
      limits,
      stopping,
      end: async (how, error) => {
        await close();
        if (how === 'failed') log.error({ err: error, export_id }, 'export failed');
        await record.ended(how, counted.rows());
      },
      endOf: exportEndOfError,
      cut: () => outgoing?.destroy(),
    });
    const type = body.counted ? COUNTED_TYPE : EXPORT_TYPES[body.format];
    return c.body(stream, 200, headersOf(sheet, body.format, type));
  };
  mount(app, 'export_view', respond, { answer_types: [...Object.values(EXPORT_TYPES), COUNTED_TYPE] });
}

/** Checks before each page that access is still permitted, and counts its rows. */
function countedSheet(sheet: Sheet, allow: () => Promise<void>): { sheet: Sheet; rows: () => number } {
  let read = 0;
  async function* pages() {
    for await (const rows of sheet.pages()) {
      await allow();
      read += rows.length;
      yield rows;
    }
  }
  return { sheet: { ...sheet, pages }, rows: () => read };
}

async function* bytesOf(sheet: Sheet, format: ExportFormat): AsyncGenerator<Uint8Array> {
  if (format === 'xlsx') {
    const { xlsxOf } = await import('./write-xlsx.ts');
    yield* xlsxOf(sheet);
    return;
  }
  const { csvOf } = await import('./write-csv.ts');
  for await (const text of csvOf(sheet)) yield Buffer.from(text);
}

async function* framesOf(chunks: AsyncGenerator<Uint8Array>, rows: () => number): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) if (chunk.length > 0) yield frame(rows(), chunk);
  yield frame(rows(), new Uint8Array());
}

function headersOf(
  { name, period, rows }: Sheet,
  format: ExportFormat,
  type: string,
): Record<string, string> {
  const file = exportFileName(name, period, format);
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${file}"; filename*=UTF-8''${encodeURIComponent(file)}`,
    'cache-control': 'no-store, no-transform',
    // Disables buffering in proxies.
    'x-accel-buffering': 'no',
    [EXPORT_ROWS_HEADER]: String(rows),
  };
}
