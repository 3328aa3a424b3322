import { z } from '@hono/zod-openapi';
import { type App, parsePart } from './endpoint.ts';
import { readJson } from './read-body.ts';
import type { Services } from './services.ts';

const MAX_BODY_BYTES = 4 * 1024;
const MAX_LOGGED = 200;

const missed = z.object({ path: z.string().min(1).max(2_000) });

/**
 * Logs paths without a page, which any client may report. No other log line contains a path (decision 112).
 */
export function missingPageRoutes(app: App, { log }: Services): void {
  app.openAPIRegistry.registerPath({
    operationId: 'report_missed_address',
    method: 'post',
    path: '/api/not-found',
    summary: 'Logs an address for which the app has no page',
    security: [],
    request: { body: { required: true, content: { 'application/json': { schema: missed } } } },
    responses: { 204: { description: 'Logged' } },
  });
  app.post('/api/not-found', async (c) => {
    const { path } = parsePart(missed, await readJson(c, MAX_BODY_BYTES, { sender: 'stranger' }), '');
    log.warn({ path: addressOnly(path) }, 'page not found');
    return c.body(null, 204);
  });
}

/**
 * Removes query and fragment, shortens the path, and replaces characters that the app's addresses never
 * contain.
 */
function addressOnly(path: string): string {
  const [address = ''] = path.split(/[?#]/);
  return address.slice(0, MAX_LOGGED).replace(/[^\w\-./]/g, '_');
}
