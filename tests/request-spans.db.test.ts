import { AsyncLocalStorage } from 'node:async_hooks';
import { context, propagation, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { meteredStore } from '../server/files/store/metered-store.ts';
import { startJobs } from '../server/platform/jobs/jobs.ts';
import { watchedTasks } from '../server/platform/jobs/watched-tasks.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { NO_METERS } from '../server/platform/meters.ts';
import { createTestApp, requestOf, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/** Spans reported to OpenTelemetry's own SDK if an operator collects them (docs/operate/monitoring.md). */

const exporter = new InMemorySpanExporter();
/** Spans started within `delivering`; servers of other test files share this process and create spans too. */
const begun: Span[] = [];
const delivering = new AsyncLocalStorage<true>();
const begunProcessor: SpanProcessor = {
  onStart: (span) => void (delivering.getStore() && begun.push(span)),
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
const lines: Record<string, unknown>[] = [];
let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  app = await createTestApp({ log }, (store) => meteredStore(store, NO_METERS));
  shop = await createTestShop(app.owner);
});
beforeEach(() => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter), begunProcessor] }).register();
});
afterEach(() => {
  exporter.reset();
  lines.length = 0;
  for (const part of [trace, context, propagation]) part.disable();
});
afterAll(() => app.drop());

async function delivery() {
  return prepareDelivery(app, shop, shop.driver, await addOrder(app.owner, shop, shop.driver));
}

const ended = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);

/** Returns the span names from the outermost span to this one. */
function pathOf(span: ReadableSpan): string[] {
  const above = exporter
    .getFinishedSpans()
    .find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
  return [...(above ? pathOf(above) : []), span.name];
}

it('the spans of a delivery are a request, a command, a transaction and its statements, nested', async () => {
  const prepared = await delivery();
  exporter.reset();
  const response = await delivering.run(true, () => sendDelivery(app, shop.driver, prepared));
  expect(response.status).toBe(200);
  const [request] = ended('POST confirm_delivery');
  const paths = exporter.getFinishedSpans().map((span) => pathOf(span).join(' > '));
  const transaction = 'POST confirm_delivery > command confirm_delivery > transaction';
  expect(paths).toContain(transaction);
  expect(paths.filter((path) => path === `${transaction} > statements`).length).toBeGreaterThan(2);
  expect(paths).toContain('POST confirm_delivery > files has');
  expect(request?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'mandoob.endpoint': 'confirm_delivery',
    'mandoob.request_id': response.headers.get('request-id'),
  });
  const trace_id = request?.spanContext().traceId;
  expect(begun.length).toBeGreaterThan(5);
  expect(new Set(begun.map((span) => span.spanContext().traceId))).toEqual(new Set([trace_id]));
  expect(lines.filter((line) => line.route === '/api/deliveries')).toMatchObject([{ trace_id }]);
});

it('the span of a request that fails in the server has an error, that of a refused one has none', async () => {
  await app.database.owner.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger fail before insert on delivery_confirmations for each row execute function fail()`);
  const prepared = await delivery();
  exporter.reset();
  const failed = await sendDelivery(app, shop.driver, prepared);
  await app.database.owner.query('drop trigger fail on delivery_confirmations');
  expect(failed.status).toBe(500);
  expect(ended('POST confirm_delivery')).toMatchObject([
    { status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'unexpected' } },
  ]);
  exporter.reset();
  expect((await app.send('GET', '/api/profile')).status).toBe(401);
  expect(ended('GET read_profile')).toMatchObject([{ status: { code: SpanStatusCode.UNSET } }]);
});

it('spans contain no data of people, shops or orders', async () => {
  const prepared = await delivery();
  await sendDelivery(app, shop.driver, prepared);
  const wrong = { ...prepared.input, order_id: newId() };
  await sendDelivery(app, shop.driver, { command_id: prepared.command_id, input: wrong });
  const spans = JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(spans).toContain('command_reused');
  const people = [shop.driver.user_id, shop.driver.full_name, 'Layla', 'Haddad', '+971'];
  for (const secret of [...people, prepared.input.order_id, prepared.command_id, shop.driver.session_id])
    expect(spans).not.toContain(secret);
});

it('a request continues the trace of a trusted proxy, but not that of any other client', async () => {
  const trace_id = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${trace_id}-b7ad6b7169203331-01`;
  const traceIdsOf = async (trust_proxy: string[], remoteAddress: string) => {
    exporter.reset();
    const config = { ...app.parts.config, trust_proxy };
    const { createApp } = await import('../server/app.ts');
    const proxied = await createApp({ ...app.parts, config });
    await proxied.request('/healthz', requestOf('GET', { headers: { traceparent } }), {
      incoming: { socket: { remoteAddress } },
    });
    return ended('GET /healthz').map((span) => span.spanContext().traceId);
  };
  expect(await traceIdsOf(['10.0.0.0/8'], '10.1.2.3')).toEqual([trace_id]);
  expect(await traceIdsOf(['10.0.0.0/8'], '192.0.2.1')).not.toEqual([trace_id]);
  expect(await traceIdsOf([], '10.1.2.3')).not.toEqual([trace_id]);
});

it('a job has its own trace', async () => {
  const reading = async () => {
    await app.owner.selectFrom('shops').select('id').execute();
  };
  const jobs = await startJobs(app.database.owner, watchedTasks({ reading }, NO_METERS), [], app.parts.log);
  await app.database.owner.query("select graphile_worker.add_job('reading')");
  await expect.poll(() => ended('job reading').length).toBe(1);
  await jobs.stop();
  expect(ended('statements').map((span) => pathOf(span))).toContainEqual(['job reading', 'statements']);
});
