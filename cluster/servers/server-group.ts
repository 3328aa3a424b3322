import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../tests/support/e2e-server.ts';

/** The time for which a stopping server accepts requests; HAProxy takes less to remove it (haproxy.cfg). */
const DRAIN_SECONDS = '4';

export type GroupedServer = {
  /** `host:port`; the same after each start. */
  address: string;
  url: string;
  start(): Promise<void>;
  /** Sends SIGTERM, as a supervisor does. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

export type ServerGroup = {
  servers: readonly [GroupedServer, GroupedServer, GroupedServer];
  /** The settings that all servers share; the command line needs them too. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/** The database settings of the servers. */
type DatabaseSettings = { DATABASE_URL: string; DATABASE_REQUEST_URL?: string };

/**
 * Starts three servers of the built product with one database, one directory of files and one secret, each
 * with its own data directory.
 */
export async function startServerGroup(directory: string, database: DatabaseSettings): Promise<ServerGroup> {
  const env = {
    ...database,
    FILES_URL: `file://${join(directory, 'files')}`,
    AUTH_SECRET: randomBytes(32).toString('base64'),
    DATA_DIR: join(directory, 'command-line'),
  };
  const grouped = async (name: string): Promise<GroupedServer> => {
    const port = await freePort();
    const own = {
      ...env,
      PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS,
      REQUEST_CONNECTIONS: '10',
      OWNER_CONNECTIONS: '8',
    };
    let running: ServerProcess | undefined;
    const ended = <T>(how: (server: ServerProcess) => Promise<T>) => {
      const server = running;
      running = undefined;
      if (!server) throw new Error(`${name} is not running`);
      return how(server);
    };
    return {
      address: `127.0.0.1:${port}`,
      url: `http://127.0.0.1:${port}`,
      async start() {
        running = await startServerProcess({ data_dir: join(directory, name), env: own });
      },
      stop: async () => (running ? ended((server) => server.stop()) : null),
      kill: () => ended((server) => server.kill()),
    };
  };
  const servers = [await grouped('one'), await grouped('two'), await grouped('three')] as const;
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    // Started concurrently, as after a power failure: one server migrates, the others wait.
    await Promise.all(servers.map((server) => server.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, env, stop };
}
