import type { Task, TaskList } from 'graphile-worker';
import { asWork, type CurrentWork } from '../current-work.ts';
import { inSpan, runDetached, SpanKind, traceFields } from '../logging/spans.ts';
import type { Meters } from '../meters.ts';

/**
 * Wraps tasks to count each run and give it a span; log lines name the job, and the request that enqueued it.
 */
export function watchedTasks(tasks: TaskList, meters: Meters): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && watched(name, task, meters)]),
  );
}

function watched(name: string, task: Task, meters: Meters): Task {
  meters.task(name);
  return (payload, helpers) => {
    const request_id = requestIdOf(payload);
    const named = { job_id: helpers.job.id, task: name, ...(request_id !== null && { request_id }) };
    const run = () =>
      inSpan(
        `job ${name}`,
        async (span) => {
          const started = performance.now();
          const work: CurrentWork = { named: { ...named, ...traceFields(span) }, retries: 0 };
          let failed = true;
          try {
            const answer = await asWork(work, async () => task(payload, helpers));
            failed = false;
            return answer;
          } finally {
            const seconds = (performance.now() - started) / 1000;
            meters.job({ task: name, failed, retries: work.retries, seconds });
          }
        },
        { kind: SpanKind.CONSUMER, attributes: { 'mandoob.task': name } },
      );
    return runDetached(run);
  };
}

/** Returns the id of the request that enqueued a nudge; null for a sweeper's job. */
function requestIdOf(payload: unknown): string | null {
  const request_id =
    payload !== null && typeof payload === 'object' && 'request_id' in payload && payload.request_id;
  return typeof request_id === 'string' ? request_id : null;
}
