import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { newId } from '../../contract/rules/ids.ts';
import { build } from '../../tests/support/query-builder.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { serveTestMetrics } from '../../tests/support/test-metrics.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { findStoreTrouble } from '../files/store/content-store.ts';
import { meteredStore } from '../files/store/metered-store.ts';
import { databaseOf } from '../platform/database/database.ts';
import { openPools } from '../platform/database/pools.ts';
import { startJobs, startRecurringJobs } from '../platform/jobs/jobs.ts';
import { watchedTasks } from '../platform/jobs/watched-tasks.ts';
import { silentLog } from '../platform/logging/log.ts';
import { troublesOf } from '../platform/logging/troubles.ts';
import type { Meters } from '../platform/meters.ts';
import { createMetrics } from './metrics.ts';

let metrics: ReturnType<typeof createMetrics>;
let app: TestApp;
let shop: TestShop;
let metrics_server: Awaited<ReturnType<typeof serveTestMetrics>>;
/** Each test has new counters; the app is created once. */
const meters: Meters = {
  request: (done) => metrics.meters.request(done),
  task: (name) => metrics.meters.task(name),
  job: (done) => metrics.meters.job(done),
  store: (called) => metrics.meters.store(called),
  connection: (pool, seconds) => metrics.meters.connection(pool, seconds),
};

beforeAll(async () => {
  app = await createTestApp({ meters }, (store) => meteredStore(store, meters));
  shop = await createTestShop(app.owner);
});
beforeEach(async () => {
  metrics = createMetrics();
  metrics_server = await serveTestMetrics(metrics, app);
  return () => metrics_server.stop();
});
afterAll(() => app.drop());

async function delivery() {
  return prepareDelivery(app, shop, shop.driver, await addOrder(app.owner, shop, shop.driver));
}

describe('requests', () => {
  it('are counted by endpoint, status and problem; commands by outcome; file store calls by kind', async () => {
    const prepared = await delivery();
    await sendDelivery(app, shop.driver, prepared);
    await sendDelivery(app, shop.driver, prepared);
    const taken = await prepareDelivery(app, shop, shop.driver, {
      id: newId(),
      order_number: '1',
      due_amount_fils: 1,
    });
    const refused = await sendDelivery(app, shop.driver, taken);
    const { code } = (await refused.json()) as { code: string };
    const figures = await metrics_server.scrape();
    const counted = (series: string) => figures.get(series) ?? 0;
    const done = 'endpoint="confirm_delivery",problem="",status="2xx"';
    expect(counted(`mandoob_requests_total{${done}}`)).toBe(2);
    expect(
      counted(`mandoob_requests_total{endpoint="confirm_delivery",problem="${code}",status="4xx"}`),
    ).toBe(1);
    for (const [outcome, times] of Object.entries({ done: 1, replayed: 1, refused: 1 })) {
      expect(
        counted(`mandoob_commands_total{endpoint="confirm_delivery",outcome="${outcome}"}`),
        outcome,
      ).toBe(times);
    }
    expect(counted('mandoob_request_duration_seconds_count{endpoint="confirm_delivery"}')).toBe(3);
    expect(counted('mandoob_requests_total{endpoint="put_file",problem="",status="2xx"}')).toBe(4);
    expect(
      counted('mandoob_file_store_duration_seconds_count{call="put",outcome="done"}'),
    ).toBeGreaterThanOrEqual(4);
  });

  it('have a bounded number of series whatever addresses are requested', async () => {
    const areas = ['', '/api', '/auth/v1', '/storage/v1/object', '/webhooks', '/api/orders', '/assets'];
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const area of areas) await app.send(method, `${area}/${newId()}/%00?${newId()}`);
    const endpoints = [...(await metrics_server.scrape()).keys()].flatMap(
      (series) => /^mandoob_requests_total\{endpoint="([^"]*)"/.exec(series)?.[1] ?? [],
    );
    expect(endpoints).toContain('/api/*');
    const known = /^(web|\/(api|auth|storage|functions|webhooks)\/\*|\/(healthz|readyz|openapi\.json))$/;
    const routes = app.app.routes.map(({ path }) => path);
    expect(
      endpoints.filter((one) => !(one in ENDPOINTS) && !known.test(one) && !routes.includes(one)),
    ).toEqual([]);
    expect(new Set(endpoints).size).toBeLessThan(20);
  });

  it('count retried transactions', async () => {
    await app.database.owner.query(`
      create sequence tries;
      create function fail_twice() returns trigger language plpgsql as $$
        begin if nextval('tries') < 3 then raise exception using errcode = '40P01'; end if; return new; end $$;
      grant usage on sequence tries to mandoob_request;
      create trigger fail_twice before insert on delivery_confirmations for each row execute function fail_twice()`);
    const answer = await sendDelivery(app, shop.driver, await delivery());
    await app.database.owner.query('drop trigger fail_twice on delivery_confirmations');
    expect(answer.status).toBe(200);
    const figures = await metrics_server.scrape();
    expect(figures.get('mandoob_transaction_retries_total{work="confirm_delivery"}')).toBe(2);
  });
});

describe('the database', () => {
  it('reports due jobs and unposted cash', async () => {
    await app.database.owner.query(`
      select graphile_worker.add_job('sum-up', run_at => now() - interval '70 s');
      select graphile_worker.add_job('sweep-files', run_at => now() + interval '1 day');
      create function fail_balance() returns trigger language plpgsql as $$ begin raise exception 'closed'; end $$;
      create trigger fail_balance before insert or update on cash_tracking_parts for each row execute function fail_balance()`);
    await sendDelivery(app, shop.driver, await delivery());
    await app.database.owner.query('drop trigger fail_balance on cash_tracking_parts');
    const value = JSON.stringify({ fils: 25_000, looked_at: new Date() });
    await app.owner.insertInto('installation').values({ key: 'unexplained_cash', value }).execute();
    const figures = await metrics_server.scrape();
    expect(figures.get('mandoob_unexplained_cash_fils')).toBe(25_000);
    expect(figures.get('mandoob_database_up')).toBe(1);
    expect(figures.get('mandoob_jobs_waiting{task="sum-up"}')).toBe(1);
    expect(figures.get('mandoob_job_waiting_oldest_seconds{task="sum-up"}')).toBeGreaterThanOrEqual(70);
    expect(figures.get('mandoob_jobs_waiting{task="sweep-files"}')).toBe(0);
    expect(figures.get('mandoob_jobs_waiting{task="post-waiting-movements"}')).toBe(1);
    expect(figures.get('mandoob_movements_unposted')).toBe(1);
    expect(figures.get('mandoob_movement_unposted_oldest_seconds')).toBeGreaterThan(0);
    expect(figures.get('mandoob_fulfilments_waiting')).toBeGreaterThan(0);
    expect(figures.get('mandoob_database_bytes')).toBeGreaterThan(1_000_000);
    expect(figures.has('mandoob_last_backup_timestamp_seconds')).toBe(false);
  });

  it('reports runs of jobs, and permanently failed jobs for a day', async () => {
    const { owner } = app.database;
    const failing = async () => {
      throw new Error('not today');
    };
    const given_up = async () => (await metrics_server.scrape()).get('mandoob_jobs_failed{task="failing"}');
    const jobs = await startJobs(owner, watchedTasks({ failing }, metrics.meters), [], silentLog);
    const runs = (outcome: string) =>
      `mandoob_job_duration_seconds_count{outcome="${outcome}",task="failing"}`;
    // The series exists from the start, since a rate does not see the first increment of a new series.
    expect((await metrics_server.scrape()).get(runs('failed'))).toBe(0);
    await owner.query("select graphile_worker.add_job('failing', max_attempts => 1, job_key => 'once')");
    await expect.poll(given_up).toBe(1);
    await jobs.stop();
    const figures = await metrics_server.scrape();
    expect(figures.get(runs('failed'))).toBe(1);
    expect(figures.get(runs('done'))).toBe(0);
    await owner.query("update graphile_worker._private_jobs set run_at = run_at - interval '25 hours'");
    expect(await given_up()).toBe(0);
  });

  it('does not count a job as failed permanently when a newer job with its key replaced it', async () => {
    const { owner } = app.database;
    let runs = 0;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const replaced = async () => {
      runs += 1;
      if (runs > 1) return;
      await held;
      throw new Error('the first run');
    };
    const jobs = await startJobs(owner, watchedTasks({ replaced }, metrics.meters), [], silentLog);
    const add = () => owner.query("select graphile_worker.add_job('replaced', job_key => 'the-one')");
    await add();
    await expect.poll(() => runs).toBe(1);
    await add();
    letGo();
    const last_errors = async () => {
      const { rows } = await owner.query<{ last_error: string | null }>(
        "select last_error from graphile_worker.jobs where task_identifier = 'replaced'",
      );
      return rows.map(({ last_error }) => last_error);
    };
    await expect.poll(last_errors).toEqual([expect.stringContaining('the first run')]);
    await jobs.stop();
    expect((await metrics_server.scrape()).get('mandoob_jobs_failed{task="replaced"}')).toBe(0);
  });

  it('reports how long a sweeper has been pending, however often it is enqueued meanwhile', async () => {
    const { owner } = app.database;
    const sweepers = startRecurringJobs(owner, [{ task: 'unworked', every_ms: 50 }], silentLog);
    const revision = async () => {
      const { rows } = await owner.query<{ revision: number }>(
        "select revision from graphile_worker.jobs where task_identifier = 'unworked'",
      );
      return rows[0]?.revision ?? -1;
    };
    await expect.poll(revision).toBeGreaterThan(0);
    await owner.query(`update graphile_worker._private_jobs set created_at = now() - interval '10 minutes'
      where key = 'every-50-ms-unworked'`);
    const before = await revision();
    await expect.poll(revision).toBeGreaterThan(before);
    await sweepers.stop();
    const figures = await metrics_server.scrape();
    expect(figures.get('mandoob_jobs_waiting{task="unworked"}')).toBe(1);
    expect(figures.get('mandoob_job_waiting_oldest_seconds{task="unworked"}')).toBeGreaterThanOrEqual(600);
  });

  it('reports its connections and the transactions that wait for one', async () => {
    const pools = openPools({ ...app.database, request_connections_max: 1 });
    const own = createMetrics();
    const there = await serveTestMetrics(own, app, { pools });
    const requests = databaseOf(pools.request, { onConnected: (s) => own.meters.connection('request', s) });
    const held = await pools.request.connect();
    const waiting = build(requests).selectFrom('shops').select('id').execute();
    await expect
      .poll(async () => (await there.scrape()).get('mandoob_database_connections_waiting{pool="request"}'))
      .toBe(1);
    const figures = await there.scrape();
    expect(figures.get('mandoob_database_connections{pool="request",state="busy"}')).toBe(1);
    expect(figures.get('mandoob_database_connections_max{pool="request"}')).toBe(1);
    held.release();
    await waiting;
    const after = await there.scrape();
    expect(after.get('mandoob_database_connection_wait_seconds_count{pool="request"}')).toBe(1);
    // Connections of other pools are not counted.
    expect(
      [...(await metrics_server.scrape()).keys()].filter((one) =>
        one.startsWith('mandoob_database_connection_wait'),
      ),
    ).toEqual([]);
    await there.stop();
    await pools.close();
  });

  it.each(['refuses', 'is silent'])(
    'does not delay a scrape when it %s: its figures are absent',
    async (how) => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => void sockets.push(socket));
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = silent.address() as { port: number };
      if (how === 'refuses') silent.close();
      const url = `postgres://nobody:nothing@127.0.0.1:${address.port}/none`;
      const pools = openPools({ owner_url: url, request_url: url });
      const own = createMetrics();
      const there = await serveTestMetrics(own, app, { owner: databaseOf(pools.owner), pools });
      const started = performance.now();
      const [figures, again] = await Promise.all([there.scrape(), there.scrape()]);
      expect(performance.now() - started).toBeLessThan(9_000);
      for (const each of [figures, again]) {
        expect(each.get('mandoob_database_up')).toBe(0);
        expect(each.has('mandoob_movements_unposted')).toBe(false);
        expect(each.get('mandoob_database_connections_max{pool="owner"}')).toBe(10);
      }
      await there.stop();
      silent.close();
      if (how === 'refuses') await pools.close();
      else void pools.close();
    },
  );
});

describe('the port', () => {
  it('serves metrics and nothing else, with its content type', async () => {
    const answer = await metrics_server.ask('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toContain('nodejs_eventloop_lag_seconds');
    for (const path of ['/', '/healthz', '/api/profile', '/metrics/all'])
      expect((await metrics_server.ask(path)).status, path).toBe(404);
    expect((await metrics_server.ask('/metrics', { method: 'POST' })).status).toBe(404);
  });

  it('is separate from the port of the app', async () => {
    const answer = await app.send('GET', '/metrics');
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('mandoob_requests_total');
  });

  it('reports a file store that hangs as a problem', async () => {
    const own = createMetrics();
    const never = () => new Promise<never>(() => undefined);
    let trials = 0;
    const hanging = {
      ...app.store,
      trouble: () => {
        trials += 1;
        return never();
      },
    };
    let scrapes = 0;
    // The times are far enough apart that each scrape runs the checks.
    const now = () => new Date(scrapes * 10_000);
    const troubles = troublesOf([() => findStoreTrouble(hanging, 100)], { log: silentLog, now });
    const there = await serveTestMetrics(own, app, { troubles });
    for (; scrapes < 3; scrapes += 1) expect((await there.scrape()).get('mandoob_troubles')).toBe(1);
    expect(trials).toBe(1);
    expect((await metrics_server.scrape()).get('mandoob_troubles')).toBe(0);
    await there.stop();
  });

  it('reports a disk that cannot be checked as a problem', async () => {
    const troubles = async () => {
      throw new Error('gone');
    };
    const there = await serveTestMetrics(createMetrics(), app, { troubles });
    expect((await there.scrape()).get('mandoob_troubles')).toBe(1);
    await there.stop();
  });
});
