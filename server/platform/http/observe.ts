import type { Context } from 'hono';
import type { Endpoint } from '../../../contract/operations/definition.ts';
import { ENDPOINTS } from '../../../contract/operations/endpoints.ts';
import { asWork, type CurrentWork } from '../current-work.ts';
import { inSpan, markFailed, SpanKind, spanAbove, traceFields } from '../logging/spans.ts';
import { type Meters, NO_METERS } from '../meters.ts';
import type { Exchange } from './arriving-body.ts';
import { trustedPeer, warnOfUntrustedProxy } from './client-address.ts';
import type { App } from './endpoint.ts';
import { addHeaders } from './response-headers.ts';
import type { RequestEnv, Services } from './services.ts';

type Parts = Pick<Services, 'config' | 'log' | 'now' | 'random'> & { meters?: Meters };

/**
 * Assigns an id to each request, sends the server's time (ms since the epoch, for the device's clock offset),
 * and records the outcome in the log, the metrics and a span. All log lines of a request have its id, which
 * is generated here and never taken from the client.
 */
export function observe(app: App, { config, log, now, random, meters = NO_METERS }: Parts): void {
  const hint = warnOfUntrustedProxy({ config, log });
  const isTrusted = trustedPeer(config);

  app.use('*', async (c, next) => {
    const started = performance.now();
    const { request_id = random.id() } = (c.env ?? {}) as Exchange;
    c.set('request_id', request_id);
    const parent = spanAbove((name) => c.req.header(name), isTrusted(c));
    await inSpan(
      `request ${c.req.method}`,
      async (span) => {
        const work: CurrentWork = {
          named: { request_id, ...traceFields(span) },
          retries: 0,
          address: addressOf(c.req.url),
          is_unauthenticated: true,
        };
        await asWork(work, async () => {
          hint(c);
          await next();
          addHeaders(c, {
            'request-id': request_id,
            'server-time': String(now().getTime()),
            // Routes of cacheable responses set their own value.
            'cache-control': 'no-store',
          });
          const took_ms = performance.now() - started;
          const done = { ...outcomeOf(c), retries: work.retries };
          meters.request({ ...done, seconds: took_ms / 1000 });
          span.updateName(`${c.req.method} ${done.endpoint}`);
          span.setAttributes({
            'mandoob.request_id': request_id,
            'mandoob.endpoint': done.endpoint,
            'http.response.status_code': done.status,
            ...(done.problem && { 'mandoob.problem': done.problem }),
          });
          // The error became a response, so no exception marks the span as failed.
          if (done.status >= 500) markFailed(span, done.problem ?? String(done.status));
          // The route, never the address: its paths and tokens contain personal data.
          log.info({
            user_id: c.get('user_id'),
            method: c.req.method,
            route: c.req.routePath,
            status: c.res.status,
            duration_ms: Math.round(took_ms),
            ...(work.retries > 0 && { retries: work.retries }),
          });
        });
      },
      { kind: SpanKind.SERVER, parent, attributes: { 'http.request.method': c.req.method } },
    );
  });
}

/** Returns path and query of a URL, as sent. */
function addressOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/**
 * Routes outside the endpoint table: sign-in, webhooks, files, the stream of hints, probes. All others are
 * the web app.
 */
const OUTSIDE_THE_TABLE = /^\/(auth|webhooks|storage|functions|api|healthz|readyz|openapi\.json)/;

function outcomeOf(c: Context<RequestEnv>) {
  const name = c.get('endpoint');
  const route = c.req.routePath;
  const { status } = c.res;
  const table: Endpoint | undefined = name && ENDPOINTS[name];
  const ended = c.get('is_replayed') ? ('replayed' as const) : ('done' as const);
  return {
    endpoint: name ?? (OUTSIDE_THE_TABLE.test(route) ? route : 'web'),
    status,
    problem: c.get('problem'),
    command: table?.command ? (status < 400 ? ended : ('refused' as const)) : undefined,
  };
}
