import type pg from 'pg';
import { openPools } from '../../server/platform/database/pools.ts';
import type { Backend } from './pooled-client.ts';
import { ownerUrl, requestUrl } from './start-postgres.ts';

export type Login = 'request' | 'owner';

/** A connection with the same options as those of the product's pools. */
export type Connection = Backend & { login: Login };

/**
 * The open connections of a worker. They outlive servers and seeds, because opening one takes longer than
 * many statements.
 */
export type Connections = {
  take(login: Login): Promise<Connection>;
  /** Returns a connection, which must be idle and outside any transaction. */
  giveBack(connection: Connection): void;
  /**
   * Rolls back the open transactions of these connections one after another, as PostgreSQL does for lost
   * connections.
   */
  rollBack(connections: readonly Connection[]): Promise<void>;
  /** Returns, for each of these backends that waits for locks, the backends that block it. */
  blockersOf(pids: readonly number[]): Promise<Map<number, number[]>>;
  cancel(pid: number): Promise<void>;
  /** Runs a statement of the simulator on its own connection, which sees only committed rows. */
  query<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export async function openConnections(socket: string, database: string): Promise<Connections> {
  const urls = { owner_url: ownerUrl(socket, database), request_url: requestUrl(socket, database) };
  const pools = openPools(urls);
  const idle: Record<Login, Connection[]> = { request: [], owner: [] };
  const side = await connect('owner');

  async function connect(login: Login): Promise<Connection> {
    const pool = pools[login] as pg.Pool & { Client: typeof pg.Client };
    // The schedule applies the time limits: in real time they would expire whenever the machine is busy.
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
    return { login, client, pid: rows[0]?.pid ?? 0, names: new Set(), asked: null };
  }

  async function look<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await side.client.query(statement, values)).rows as Row[];
  }

  const cancel = async (pid: number) => void (await look('select pg_cancel_backend($1)', [pid]));

  return {
    take: async (login) => idle[login].pop() ?? (await connect(login)),
    giveBack: (connection) => void idle[connection.login].push(connection),
    async rollBack(connections) {
      for (const { asked, pid } of connections) {
        if (!asked) continue;
        await cancel(pid);
        // No other statement is sent until the cancelled one has failed, because the other could be cancelled
        // instead.
        await asked;
      }
      for (const { client } of connections) {
        if (client.getTransactionStatus() !== 'I') await client.query('rollback');
      }
    },
    async blockersOf(pids) {
      const rows = await look<{ pid: number; blockers: number[] }>(
        'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) pid',
        [pids],
      );
      return new Map(rows.map(({ pid, blockers }) => [pid, blockers]));
    },
    cancel,
    query: look,
    async close() {
      await Promise.all([side, ...idle.request, ...idle.owner].map(({ client }) => client.end()));
      await pools.close();
    },
  };
}
