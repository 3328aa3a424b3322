import type { Task, TaskList } from 'graphile-worker';
import { asWork, type CurrentWork } from '../current-work.ts';
import { inSpan, onItsOwn, SpanKind, traceFields } from '../logging/spans.ts';
import type { Meters } from '../meters.ts';

/** The same tasks, each run counted and in a span of its own; their log lines name the job, and the request that asked for it. */
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
    return onItsOwn(run);
  };
}

/** A nudge says which request asked for it; a sweeper's job has none. */
function requestIdOf(payload: unknown): string | null {
  const said =
    payload !== null && typeof payload === 'object' && 'request_id' in payload && payload.request_id;
  return typeof said === 'string' ? said : null;
}
