import type { Config } from '../platform/settings/config.ts';
import { createMetrics } from './metrics.ts';
import { type MetricsSources, serveMetrics } from './serve-metrics.ts';

/** Starts counting; `serve` then serves the metrics of this server at the address. */
export function monitoringAt(address: NonNullable<Config['metrics']>) {
  const { registry, meters } = createMetrics();
  return { meters, serve: (sources: MetricsSources) => serveMetrics(address, registry, sources) };
}
