import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { SHARED_ERRORS } from '../../contract/operations/definition.ts';
import { CHANGE_EVENTS, CHANGES_CURSOR, CHANGES_PATH } from '../../contract/rules/changes-stream.ts';
import { asActor } from '../platform/database/transactions.ts';
import type { Exchange } from '../platform/http/arriving-body.ts';
import { type App, parsePart, problemResponses } from '../platform/http/endpoint.ts';
import type { RequestEnv, Services } from '../platform/http/services.ts';
import type { Frame } from './change-stream.ts';
import type { ChangeStreams } from './change-streams.ts';
import { readCursor } from './cursor-text.ts';

const query = z.object({
  since: z.string().regex(CHANGES_CURSOR).optional().openapi({
    description: 'The id of the last received event. Without it the first event is `read_all`',
  }),
});

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not buffer or compress the stream, which would delay events.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** `GET /api/changes`: hints for a signed-in user, as server-sent events. Holds no database connection. */
export function liveRoutes(app: App, services: Services, streams: ChangeStreams): void {
  describeChanges(app);
  app.get(CHANGES_PATH, async (c) => {
    const session_id = await services.sessionOf(c);
    const { since } = parsePart(query, c.req.query(), '/query');
    const reader = await asActor(services.requests, session_id, async (_, actor) => actor);
    c.set('user_id', reader.user_id);
    const stream = await streams.open(reader, {
      since: since === undefined ? null : readCursor(since),
      ends_at: services.tokenEnd?.(c) ?? null,
      cut: () => outgoingOf(c)?.destroy(),
    });
    // A reader that left before the stream began causes no further event.
    outgoingOf(c)?.once('close', () => streams.close(stream));
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const frame = await stream.next();
          if (frame) return controller.enqueue(bytesOf(frame));
          streams.close(stream);
          controller.close();
        },
        cancel: () => streams.close(stream),
      },
      // No event is prepared before it can be sent: until then hints are merged.
      { highWaterMark: 0 },
    );
    return c.body(body, 200, HEADERS);
  });
}

/** Returns the response of the socket; undefined without a socket. */
function outgoingOf(c: Context<RequestEnv>) {
  const { outgoing } = (c.env ?? {}) as Partial<Exchange>;
  return outgoing;
}

const encoder = new TextEncoder();

/** Encodes an event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
function bytesOf({ event, id, data }: Frame): Uint8Array {
  const named = id === null ? '' : `id: ${id}\n`;
  return encoder.encode(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

function describeChanges(app: App): void {
  const schema = z.string().openapi({ description: `Events: ${CHANGE_EVENTS.join(', ')}` });
  app.openAPIRegistry.registerPath(
    createRoute({
      operationId: 'follow_changes',
      method: 'get',
      path: CHANGES_PATH,
      summary: 'Sends the changed topics as server-sent events; the client then reads their data again',
      security: [{ bearer: [] }],
      request: { query },
      responses: {
        200: { description: 'A stream of events', content: { 'text/event-stream': { schema } } },
        ...problemResponses(SHARED_ERRORS),
      },
    }),
  );
}
