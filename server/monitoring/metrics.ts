import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meters } from '../platform/meters.ts';
import { VERSION } from '../platform/own-package.ts';

/** Bucket limits in seconds: users wait for requests; jobs and uploads may take longer. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600];
const WAIT_BUCKETS = [0.001, 0.01, 0.1, 1, 10];

/**
 * Creates a registry for this server and the meters that fill it. A label has at most as many values as there
 * are endpoints, problems or tasks: no label contains data of a shop, a person or a client.
 */
export function createMetrics(): { registry: Registry; meters: Meters } {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const build = { name: 'mandoob_build_info', help: 'Always 1; its label is the version' };
  new Gauge({ ...build, labelNames: ['version'], registers }).set({ version: VERSION }, 1);

  const requests = new Counter({
    name: 'mandoob_requests_total',
    help: 'Requests by endpoint, class of status, and problem',
    labelNames: ['endpoint', 'status', 'problem'],
    registers,
  });
  const request_seconds = new Histogram({
    name: 'mandoob_request_duration_seconds',
    help: 'Time from the first byte of a request to its response',
    labelNames: ['endpoint'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const commands = new Counter({
    name: 'mandoob_commands_total',
    help: 'Commands by outcome: done, replayed (stored reply), refused',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const retries = new Counter({
    name: 'mandoob_transaction_retries_total',
    help: 'Transactions retried after a deadlock, a lost connection or a failover, by endpoint or task',
    labelNames: ['work'],
    registers,
  });
  const job_seconds = new Histogram({
    name: 'mandoob_job_duration_seconds',
    help: 'Runs of jobs by task and outcome: done, failed',
    labelNames: ['task', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const store_seconds = new Histogram({
    name: 'mandoob_file_store_duration_seconds',
    help: 'Calls of the file store by requests (has, put, read) by outcome: done, failed',
    labelNames: ['call', 'outcome'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const connection_seconds = new Histogram({
    name: 'mandoob_database_connection_wait_seconds',
    help: 'Time that a transaction waited for its connection, by pool',
    labelNames: ['pool'],
    buckets: WAIT_BUCKETS,
    registers,
  });

  const meters: Meters = {
    request({ endpoint, status, problem = '', command, retries: again, seconds }) {
      requests.inc({ endpoint, status: `${Math.floor(status / 100)}xx`, problem });
      request_seconds.observe({ endpoint }, seconds);
      if (command) commands.inc({ endpoint, outcome: command });
      if (again > 0) retries.inc({ work: endpoint }, again);
    },
    task(name) {
      // Series start at zero: a rate does not see the first increment of a series that begins with it.
      for (const failed of [true, false]) job_seconds.zero({ task: name, outcome: outcomeOf(failed) });
    },
    job({ task, failed, retries: again, seconds }) {
      job_seconds.observe({ task, outcome: outcomeOf(failed) }, seconds);
      if (again > 0) retries.inc({ work: task }, again);
    },
    store({ call, failed, seconds }) {
      store_seconds.observe({ call, outcome: outcomeOf(failed) }, seconds);
    },
    connection(pool, seconds) {
      connection_seconds.observe({ pool }, seconds);
    },
  };
  return { registry, meters };
}

function outcomeOf(failed: boolean): string {
  return failed ? 'failed' : 'done';
}
