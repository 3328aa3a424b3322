import type { Config } from '../platform/settings/config.ts';
import { createMetrics } from './metrics.ts';
import { type MetricsSources, serveMetrics } from './serve-metrics.ts';

/** Counts from now on, and tells at this address once `serve` says of whom. Everything of it is this server's own. */
export function monitoringAt(address: NonNullable<Config['metrics']>) {
  const { registry, meters } = createMetrics();
  return { meters, serve: (sources: MetricsSources) => serveMetrics(address, registry, sources) };
}
