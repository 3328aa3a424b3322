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

/** docs/operate tells of every metric there is; the dashboard and the rules ask for nothing else. */

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

/** The metrics that an expression asks for; a histogram by its own name. */
function askedFor(text: string): string[] {
  const names = text.match(/\b(mandoob|nodejs|process)_\w+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
}

it('tells of every metric, and of no other', () => {
  const told = [...read('monitoring.md').matchAll(/^\| `(mandoob_\w+)` \|/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(metrics.filter((name) => name.startsWith('mandoob_')).toSorted());
});

it.each(['grafana-dashboard.json', 'alerts.yml', 'alerts.test.yml'])('%s asks for what is there', (name) => {
  const asked = askedFor(read(name));
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((one) => !metrics.includes(one))).toEqual([]);
});

it('shows every metric on the dashboard', () => {
  const own = metrics.filter((name) => name.startsWith('mandoob_'));
  const shown = askedFor(read('grafana-dashboard.json'));
  expect(
    own.filter((name) => !shown.includes(name) && !name.endsWith('_looked_at_timestamp_seconds')),
  ).toEqual([]);
});

/** Whether something of what is sent names a file, which may come with it. */
function namesFile(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return false;
  const { properties } = schema as { properties?: object };
  if (properties && 'path' in properties && 'sha256' in properties) return true;
  return Object.values(schema).some(namesFile);
}

it('does not call slow what files come or go with, and so all else', () => {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const with_files = names.filter((name) => {
    const { body }: EndpointSchemas = ENDPOINT_SCHEMAS[name];
    const { command }: Endpoint = ENDPOINTS[name];
    return command && body && namesFile(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  });
  const [, left_out = ''] =
    /duration_seconds_bucket\{endpoint!~"web\|\/healthz\|\/readyz\|([^"]*)"/.exec(read('alerts.yml')) ?? [];
  expect(left_out.split('|').toSorted()).toEqual(['put_file', 'export_view', ...with_files].toSorted());
});

it('has each rule fire in its test', () => {
  const rules = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(rules.length).toBeGreaterThan(10);
  const tested = read('alerts.test.yml');
  expect(rules.filter((name) => !tested.includes(name))).toEqual([]);
});

if (!existsSync(PROMTOOL)) {
  console.log(
    'promtool is not installed (Debian: apt-get install prometheus): the rules were not read by it.',
  );
}
// When each fires is held by `npm run test:alerts`.
it.runIf(existsSync(PROMTOOL))('promtool takes the rules', () => {
  const said = execFileSync(PROMTOOL, ['check', 'rules', documentAt('alerts.yml')], { encoding: 'utf8' });
  expect(said).toContain('SUCCESS');
});
