import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { directoryStore } from '../../server/files/store/directory-store.ts';
import { databaseOf } from '../../server/platform/database/database.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { machineRandom } from '../../server/platform/machine.ts';
import { readConfig } from '../../server/platform/settings/config.ts';
import { requestOf } from '../../tests/support/test-app.ts';
import type { BenchPlace } from '../bench-place.ts';
import type { PreparedDelivery } from '../book/prepared-deliveries.ts';

/** A parameter value in wire format. */
export type WireValue = string | Buffer | null;
export type RecordedStatement = { text: string; values: readonly WireValue[] };

/**
 * Records the statements that the server executes for one delivery, in order, grouped by round trip. The app
 * runs in this process for it, on the environment's own connections.
 */
export async function recordRoundTrips(
  place: BenchPlace,
  delivery: PreparedDelivery,
): Promise<RecordedStatement[][]> {
  const { pools, data_dir } = place;
  const sendings: RecordedStatement[][] = [];
  const requests = databaseOf(pools.request, {
    around: ({ statements }, send) => {
      sendings.push(statements.map(({ text, wire_values }) => ({ text, values: wire_values })));
      return send();
    },
  });
  const { driver, command_id, input } = delivery;
  const app = await createApp({
    config: readConfig({ DATA_DIR: data_dir, LOG_LEVEL: 'silent' }),
    auth_secrets: ['unused here: the session id is given'],
    requests,
    owner: databaseOf(pools.owner),
    log: silentLog,
    now: () => new Date(),
    random: machineRandom,
    sessionOf: async () => driver.session_id,
    store: directoryStore(join(data_dir, 'files')),
    isReady: async () => true,
    web_directory: null,
  });
  const headers = { 'idempotency-key': command_id };
  const response = await app.request('/api/deliveries', requestOf('POST', { body: input, headers }));
  if (response.status !== 200)
    throw new Error(`The recorded delivery failed with ${response.status}: ${await response.text()}`);
  return sendings;
}
