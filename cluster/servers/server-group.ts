import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../tests/support/e2e-server.ts';

/** How long a server still takes requests after it was asked to stop: longer than HAProxy needs to take it out (haproxy.cfg). */
const DRAIN_SECONDS = '4';

export type GroupedServer = {
  /** `host:port`; the same after each start. */
  address: string;
  url: string;
  start(): Promise<void>;
  /** SIGTERM, as a supervisor stops it. Answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
};

export type ServerGroup = {
  servers: readonly [GroupedServer, GroupedServer, GroupedServer];
  /** What all of them share, which the command line needs too. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/** Their settings of the database. */
type DatabaseSettings = { DATABASE_URL: string; DATABASE_REQUEST_URL?: string };

/** Three servers of the built product, beside one another: one database, one directory of files, one secret, each with a data directory of its own. */
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
      if (!server) throw new Error(`${name} does not run`);
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
    // At once, as after a power cut: one of them migrates, the others wait.
    await Promise.all(servers.map((server) => server.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, env, stop };
}
