import type { HttpBindings } from '@hono/node-server';
import { createApp } from '../../server/app.ts';
import { accessTokens } from '../../server/identity/sessions/access-tokens.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { ArrivingBody } from '../../server/platform/http/arriving-body.ts';
import type { Log } from '../../server/platform/logging/log.ts';
import { machineRandom } from '../../server/platform/machine.ts';
import { readConfig } from '../../server/platform/settings/config.ts';
import type { Connections } from '../database/connections.ts';
import { createParkedPool } from '../database/parked-pool.ts';
import type { Line } from '../database/sending.ts';
import type { Statements } from '../database/statements.ts';
import type { ReceivedRequest, ReceivedResponse } from '../network.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { ContentDisk } from './content-disk.ts';
import { simulationLog } from './simulation-log.ts';

/** One life of a server process: the real app, without state from an earlier life. */
export type SimulatedServer = {
  readonly name: string;
  /** Handles a request. Never resolves once the server is dead. */
  take(request: ReceivedRequest): Promise<ReceivedResponse>;
  /** The owner's connection, for jobs. */
  owner: Database;
  store: ReturnType<ContentDisk['storeFor']>;
  log: Log;
  lines(): Line[];
  breakLine(line: Line): Promise<void>;
  /** Stops the server at once. Resolves once the database has rolled back its transactions. */
  die(): Promise<void>;
  is_dead(): boolean;
};

/** The secret from which the keys of all servers are derived. */
const SECRETS = ['shared secret of all simulated servers'];

const CONFIG = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: '/nowhere', AUTH_SECRET: SECRETS[0] });

/** Returns the stored form of a password. Real hashing takes time, and has tests of its own. */
export function hashForSimulation(password: string): string {
  return `simulated ${password}`;
}

export async function startServer(of: {
  name: string;
  schedule: Schedule;
  random: Random;
  connections: Connections;
  statements: Statements;
  disk: ContentDisk;
  tell(what: string): void;
  /** Called with each failure that the simulator did not cause. */
  onUnexpected(what: string): void;
}): Promise<SimulatedServer> {
  const { name, schedule, random, connections, statements } = of;
  let is_dead = false;
  const common = { connections, statements, schedule, errand: statements.errand };
  const requests = createParkedPool({
    ...common,
    name: `${name}.r`,
    login: 'request',
    connections_max: 6,
    random: random.branch('requests'),
  });
  const owners = createParkedPool({
    ...common,
    name: `${name}.o`,
    login: 'owner',
    connections_max: 3,
    random: random.branch('owner'),
  });
  const owner = owners.database;
  const store = of.disk.storeFor({ is_dead: () => is_dead, random: random.branch('disk') });
  const log = simulationLog(({ text, is_unexpected }) => {
    if (is_dead) return;
    of.tell(`${name} logs ${text}`);
    if (is_unexpected) of.onUnexpected(`${name} failed: ${text}`);
  });
  const services = {
    config: CONFIG,
    auth_secrets: SECRETS,
    requests: requests.database,
    owner,
    log,
    now: () => new Date(schedule.now()),
    random: machineRandom,
  };
  const app = await createApp({
    ...services,
    sessionOf: accessTokens(services).sessionOf,
    store,
    isReady: async () => true,
    web_directory: null,
    fulfilment_wait_ms: 0,
    sign_in: {
      verify: async (password_hash, password) => password_hash === hashForSimulation(password),
      pause: async () => undefined,
    },
  });

  return {
    name,
    owner,
    store,
    log,
    is_dead: () => is_dead,
    lines: () => [...requests.lines(), ...owners.lines()],
    async breakLine(line) {
      await requests.breakLine(line);
      await owners.breakLine(line);
    },
    take(request) {
      if (is_dead) return new Promise(() => undefined);
      return new Promise((resolve) => {
        void Promise.resolve(app.fetch(requestOf(request), bindingsOf(request))).then((response) => {
          if (is_dead) return;
          // The step must not end before the body is read.
          statements.errand(
            response.text().then((text) => {
              if (!is_dead) resolve({ status: response.status, headers: response.headers, text });
            }),
          );
        });
      });
    },
    async die() {
      is_dead = true;
      await statements.beforeCut([...requests.lines(), ...owners.lines()]);
      await requests.die();
      await owners.die();
    },
  };
}

function requestOf({ method, url, headers, body }: ReceivedRequest): Request {
  const length = body ? { 'content-length': String(body.byteLength) } : {};
  return new Request(`http://mandoob.example${url}`, { method, headers: { ...headers, ...length } });
}

/** Builds the bindings of Node's HTTP server: the socket's address, and the body as a stream. */
function bindingsOf({
  body,
  address,
}: ReceivedRequest): Partial<HttpBindings> & { body: Pick<ArrivingBody, 'next'> } {
  let rest = body && body.byteLength > 0 ? body : undefined;
  const next = async () => {
    const chunk = rest;
    rest = undefined;
    return chunk;
  };
  const incoming = { socket: { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' } };
  return { incoming: incoming as unknown as HttpBindings['incoming'], body: { next } };
}
