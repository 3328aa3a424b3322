import type pg from 'pg';
import { openPools } from '../../server/platform/database/pools.ts';
import { ownerUrl, requestUrl } from './start-postgres.ts';

export type Login = 'request' | 'owner';

/** A connection as the product's own pools would open it. */
export type Connection = { login: Login; client: pg.Client; pid: number };

/** The open connections of a worker: opening one takes longer than many statements, so they outlive servers and seeds. */
export type Connections = {
  take(login: Login): Promise<Connection>;
  /** It is idle and outside any transaction. */
  giveBack(connection: Connection): void;
  /** Ends these at the database's side; resolves once their transactions are undone. */
  end(connections: readonly Connection[]): Promise<void>;
  /** Of each of these backends that waits for locks, those it waits for. */
  blockersOf(pids: readonly number[]): Promise<Map<number, number[]>>;
  cancel(pid: number): Promise<void>;
  /** One statement of the simulator's own, which sees what is committed. */
  look<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export async function openConnections(socket: string, database: string): Promise<Connections> {
  const urls = { owner_url: ownerUrl(socket, database), request_url: requestUrl(socket, database) };
  const pools = openPools(urls);
  const idle: Record<Login, Connection[]> = { request: [], owner: [] };
  const side = await connect('owner');

  async function connect(login: Login): Promise<Connection> {
    const pool = pools[login] as pg.Pool & { Client: typeof pg.Client };
    // Time limits are the schedule's: in real time they would strike when the machine is busy.
    const {
      lock_timeout: _,
      statement_timeout: __,
      idle_in_transaction_session_timeout: ___,
      ...options
    } = pool.options;
    const client = new pool.Client(options);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { login, client, pid: rows[0]?.pid ?? 0 };
  }

  async function look<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await side.client.query(statement, values)).rows as Row[];
  }

  return {
    take: async (login) => idle[login].shift() ?? (await connect(login)),
    giveBack: (connection) => void idle[connection.login].push(connection),
    async end(connections) {
      if (connections.length === 0) return;
      const pids = connections.map(({ pid }) => pid);
      await look('select pg_terminate_backend(pid, 10000) from unnest($1::int[]) pid', [pids]);
    },
    async blockersOf(pids) {
      const rows = await look<{ pid: number; blockers: number[] }>(
        'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) pid',
        [pids],
      );
      return new Map(rows.map(({ pid, blockers }) => [pid, blockers]));
    },
    cancel: async (pid) => void (await look('select pg_cancel_backend($1)', [pid])),
    look,
    async close() {
      await Promise.all([side, ...idle.request, ...idle.owner].map(({ client }) => client.end()));
      await pools.close();
    },
  };
}
