import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { addDatabaseGauges } from '../server/monitoring/database-gauges.ts';
import { createMetrics } from '../server/monitoring/metrics.ts';
import { addOwnGauges } from '../server/monitoring/own-gauges.ts';
import { openPools } from '../server/platform/database/pools.ts';

/** docs/operate documents every metric; the dashboard and the alert rules use only existing ones. */

const documentAt = (name: string) => fileURLToPath(new URL(`../docs/operate/${name}`, import.meta.url));
const read = (name: string) => readFileSync(documentAt(name), 'utf8');
const PROMTOOL = '/usr/bin/promtool';

function ownMetrics(): string[] {
  const { registry } = createMetrics();
  const pools = openPools({ owner_url: 'postgres://none', request_url: 'postgres://none' });
  addOwnGauges(registry, {
    pools,
    streams: { count: () => 0, behind_seconds: () => 0 },
    troubles: async () => [],
  });
  addDatabaseGauges(registry);
  return registry.getMetricsAsArray().map(({ name }) => name);
}

const metrics = ownMetrics();

/** Returns the metrics that an expression uses; a histogram by its own name. */
function metricsIn(text: string): string[] {
  const names = text.match(/\b(mandoob|nodejs|process)_\w+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
}

it('monitoring.md lists every metric and no other', () => {
  const listed = [...read('monitoring.md').matchAll(/^\| `(mandoob_\w+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(metrics.filter((name) => name.startsWith('mandoob_')).toSorted());
});

it.each(['grafana-dashboard.json', 'alerts.yml', 'alerts.test.yml'])('%s uses existing metrics', (name) => {
  const used = metricsIn(read(name));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((one) => !metrics.includes(one))).toEqual([]);
});

it('the dashboard shows every metric', () => {
  const own = metrics.filter((name) => name.startsWith('mandoob_'));
  const shown = metricsIn(read('grafana-dashboard.json'));
  expect(
    own.filter((name) => !shown.includes(name) && !name.endsWith('_looked_at_timestamp_seconds')),
  ).toEqual([]);
});

/** Returns true if the input names a file, which the request may then include. */
function namesFile(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return false;
  const { properties } = schema as { properties?: object };
  if (properties && 'path' in properties && 'sha256' in properties) return true;
  return Object.values(schema).some(namesFile);
}

it('the alert on slow requests excludes exactly the endpoints with files', () => {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const with_files = names.filter((name) => {
    const { body }: EndpointSchemas = ENDPOINT_SCHEMAS[name];
    const { command }: Endpoint = ENDPOINTS[name];
    return command && body && namesFile(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  });
  const [, excluded = ''] =
    /duration_seconds_bucket\{endpoint!~"web\|\/healthz\|\/readyz\|([^"]*)"/.exec(read('alerts.yml')) ?? [];
  expect(excluded.split('|').toSorted()).toEqual(['put_file', 'export_view', ...with_files].toSorted());
});

it('alerts.test.yml has a test of each rule', () => {
  const rules = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(rules.length).toBeGreaterThan(10);
  const tested = read('alerts.test.yml');
  expect(rules.filter((name) => !tested.includes(name))).toEqual([]);
});

if (!existsSync(PROMTOOL)) {
  console.log(
    'Skipped the check of the alert rules: promtool is not installed (Debian: apt-get install prometheus).',
  );
}
// `npm run test:alerts` tests when each alert fires.
it.runIf(existsSync(PROMTOOL))('promtool accepts the rules', () => {
  const output = execFileSync(PROMTOOL, ['check', 'rules', documentAt('alerts.yml')], { encoding: 'utf8' });
  expect(output).toContain('SUCCESS');
});
