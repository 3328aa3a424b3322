import type { Context } from 'hono';
import {
  EXPORT_ROWS_HEADER,
  EXPORT_TYPES,
  type ExportFormat,
  exportFileName,
} from '../../../contract/rules/exports.ts';
import type { ExportView } from '../../../contract/schemas/exports.ts';
import { requestOrigin } from '../../operations/add-command.ts';
import type { Runs } from '../../operations/operation.ts';
import { byServer, runOperation } from '../../operations/run-as.ts';
import type { Author, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { asActor, beginRequest } from '../../platform/database/transactions.ts';
import type { Exchange } from '../../platform/http/arriving-body.ts';
import { type App, admit, mount, parseRequest } from '../../platform/http/endpoint.ts';
import type { RequestEnv, Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import { EXPORT_LIMITS, type ExportLimits, exportPlaces } from './export-places.ts';
import { type ExportEnd, exportStream } from './export-stream.ts';
import { heldSnapshot } from './held-snapshot.ts';
import { factsOf, openSheet } from './open-sheet.ts';
import type { Sheet } from './sheet.ts';
import { csvOf } from './write-csv.ts';

type Told = { export_id: string; view: ExportView; rows: number; outcome: ExportEnd | 'begun' };

/** Said as it begins and as it ends: one that only began ended with the server that wrote it. */
const tellExport: Runs<Author, Told, void> = async (
  _tx,
  _actor,
  { export_id, view, rows, outcome },
  { looked },
) => looked({ what: 'export_report', subject_id: export_id, after: { ...factsOf(view), rows, outcome } });

/** `POST /api/desk/exports`: a view of the desk as a file, written while it is read (decision 56). */
export function exportRoutes(app: App, services: Services, limits: ExportLimits = EXPORT_LIMITS): void {
  const originOf = requestOrigin(services);
  // An export needs a second connection for each page that it checks, and everybody else needs some too.
  const in_all = Math.max(1, Math.min(limits.in_all, Math.floor(services.config.request_connections / 3)));
  const places = exportPlaces({ ...limits, in_all });

  const answer = async (c: Context<RequestEnv>): Promise<Response> => {
    const session_id = await services.sessionOf(c);
    const { body } = await parseRequest(c, 'export_view', session_id);
    const within = <T>(work: (tx: Tx, actor: Staff) => Promise<T>) =>
      asActor(services.requests, session_id, async (tx, actor) => {
        admit(c, 'export_view', actor);
        return work(tx, actor);
      });
    const actor = await within(async (_, found) => found);
    const asked = { now: services.now(), origin: originOf(c) };
    const export_id = services.random.id();
    const tellIn = (tx: Tx, by: Author & { shop_id: number }, outcome: Told['outcome'], rows: number) =>
      runOperation(tx, by, asked, (running) =>
        tellExport(tx, by, { export_id, view: body, rows, outcome }, running),
      );
    const leave = places.take(actor.shop_id);
    const held = await heldSnapshot(services.requests, async (tx) => {
      await beginRequest(tx, session_id);
      return openSheet(tx, actor, body, { now: asked.now, config: services.config });
    }).catch((error: unknown) => {
      leave();
      throw error;
    });
    const sheet = held.opened;
    let written = 0;
    const checked: Sheet = {
      ...sheet,
      pages: async function* () {
        for await (const rows of sheet.pages()) {
          await within(async () => undefined);
          written += rows.length;
          yield rows;
        }
      },
    };
    const close = async () => {
      await held.close();
      leave();
    };
    const end = async (how: ExportEnd, error?: unknown) => {
      await close();
      if (how === 'failed') services.log.error({ err: error, export_id }, 'an export broke off');
      const told = within((tx, by) => tellIn(tx, by, how, written));
      // Whoever was signed out meanwhile tells nothing any more.
      await told.catch((refused: unknown) => {
        if (!(refused instanceof Problem) || how === 'done') throw refused;
        return byServer(services.owner, actor.shop_id, tellExport, {
          export_id,
          view: body,
          rows: written,
          outcome: how,
        });
      });
    };
    try {
      await within((tx, by) => tellIn(tx, by, 'begun', sheet.rows));
    } catch (error) {
      await close();
      throw error;
    }
    const { outgoing } = (c.env ?? {}) as Partial<Exchange>;
    const stream = exportStream(bytesOf(checked, body.format), {
      limits,
      end,
      endOf: (error) => (error instanceof Problem && error.code !== 'unavailable' ? 'refused' : 'failed'),
      cut: () => outgoing?.destroy(),
    });
    return c.body(stream, 200, headersOf(sheet, body.format));
  };
  mount(app, 'export_view', answer, { answer_types: Object.values(EXPORT_TYPES) });
}

async function* bytesOf(sheet: Sheet, format: ExportFormat): AsyncGenerator<Uint8Array> {
  if (format === 'xlsx') {
    // Most servers never write one.
    const { xlsxOf } = await import('./write-xlsx.ts');
    yield* xlsxOf(sheet);
    return;
  }
  for await (const text of csvOf(sheet)) yield Buffer.from(text);
}

function headersOf({ name, period, rows }: Sheet, format: ExportFormat): Record<string, string> {
  const file = exportFileName(name, period, format);
  return {
    'content-type': EXPORT_TYPES[format],
    'content-disposition': `attachment; filename="${file}"; filename*=UTF-8''${encodeURIComponent(file)}`,
    'cache-control': 'no-store, no-transform',
    // Nothing on the way may keep it back until there is more of it.
    'x-accel-buffering': 'no',
    [EXPORT_ROWS_HEADER]: String(rows),
  };
}
