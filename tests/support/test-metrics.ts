import type { createMetrics } from '../../server/monitoring/metrics.ts';
import { type MetricsSources, serveMetrics } from '../../server/monitoring/serve-metrics.ts';
import type { TestApp } from './test-app.ts';

/** What is known is read anew for every scrape, and waited for as long as a test's patience allows. */
const PATIENCE = { kept_ms: 0, waited_ms_max: 1_000 };

/** Figures of an app under test, told on a real socket. */
export async function tellMetrics(
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

/** Each series with its value, as `name{label="value"}`; the labels in the order of their names. */
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
