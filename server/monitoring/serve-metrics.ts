import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';
import { cannotListen, METRICS_SETTINGS } from '../platform/http/can-listen.ts';
import type { Log } from '../platform/logging/log.ts';
import type { Config } from '../platform/settings/config.ts';
import { CACHE_LIMITS, type CacheLimits, cachedRead } from './cached-read.ts';
import { addDatabaseGauges } from './database-gauges.ts';
import { addOwnGauges, type OwnSources } from './own-gauges.ts';
import { readFigures } from './read-figures.ts';

export type MetricsSources = OwnSources & { owner: Database; log: Log; now: () => Date };

/**
 * Serves `GET /metrics`, and nothing else, at a separate port, in Prometheus' text format. It responds within
 * seconds with what is known, even if the database or the file store hangs.
 */
export async function serveMetrics(
  address: NonNullable<Config['metrics']>,
  registry: Registry,
  sources: MetricsSources,
  patience: CacheLimits = CACHE_LIMITS,
): Promise<{ port: number; stop(): Promise<void> }> {
  const textOf = metricsText(registry, sources, patience);
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    textOf().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        sources.log.error({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, address, METRICS_SETTINGS)));
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function metricsText(
  registry: Registry,
  sources: MetricsSources,
  patience: CacheLimits,
): () => Promise<string> {
  const { owner, now, log, troubles } = sources;
  const known_troubles = cachedRead(
    troubles,
    (error) => log.warn({ err: error }, 'the troubles of this server cannot be determined'),
    patience,
  );
  addOwnGauges(registry, { ...sources, troubles: known_troubles });
  const setDatabaseGauges = addDatabaseGauges(registry);
  const figures = cachedRead(
    () => readFigures(owner, now()),
    (error) => log.warn({ err: error }, 'the figures cannot be read from the database'),
    patience,
  );
  return async () => {
    setDatabaseGauges(await figures());
    return registry.metrics();
  };
}
