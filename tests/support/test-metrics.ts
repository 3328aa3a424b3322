import type { createMetrics } from '../../server/monitoring/metrics.ts';
import { type MetricsSources, serveMetrics } from '../../server/monitoring/serve-metrics.ts';
import type { TestApp } from './test-app.ts';

/** Metrics are read again for every scrape, with the time limit of a test. */
const PATIENCE = { kept_ms: 0, waited_ms_max: 1_000 };

/** Serves the metrics of an app under test on a real socket. */
export async function serveTestMetrics(
  { registry }: Pick<ReturnType<typeof createMetrics>, 'registry'>,
  app: TestApp,
  sources: Partial<MetricsSources> = {},
) {
  const { port, stop } = await serveMetrics(
    { host: '127.0.0.1', port: 0 },
    registry,
    {
      pools: app.database,
      streams: { count: () => 0, behind_seconds: () => 0 },
      owner: app.owner,
      now: () => new Date(),
      log: app.parts.log,
      troubles: async () => [],
      ...sources,
    },
    PATIENCE,
  );
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { ask, stop, scrape: async () => figuresOf(await (await ask('/metrics')).text()) };
}

/** Returns each series with its value, as `name{label="value"}` with the labels sorted by name. */
export function figuresOf(text: string): Map<string, number> {
  const numberOf = (value: string | undefined) => (value === '+Inf' ? Infinity : Number(value));
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const sorted = labels
        ?.match(/\w+="[^"]*"/g)
        ?.toSorted()
        .join();
      return [sorted ? `${name}{${sorted}}` : name, numberOf(value)];
    }),
  );
}
