import type pg from 'pg';
import type { NamedStatements } from '../../settings/config.ts';
import { REQUEST_ROLE } from '../database-roles.ts';
import { ConnectionLost, codedOr, NoConnection } from './failures.ts';
import { type Around, Session, type SharedBySessions } from './session.ts';
import { inStatementsSpan } from './statements-span.ts';

export type DriverOptions = {
  /**
   * Wraps each exchange with the database; by default a span does. The simulator uses it to interleave
   * transactions and to drop results.
   */
  around?: Around;
  /** `yes` is for poolers that support named statements, such as PgBouncer since 1.21. */
  named_statements?: NamedStatements;
  /** False for fake connections: they are not inspected (`meet`). */
  meets?: boolean;
  /** Called when a caller received a connection or an error, with the seconds that this took. */
  onConnected?: (seconds: number) => void;
};

/** Runs work on the connections of a `pg` pool, each wrapped in a `Session`. */
export class SessionPool {
  readonly #pool: pg.Pool;
  readonly #named_statements: NamedStatements;
  readonly #meets: boolean;
  readonly #onConnected: (seconds: number) => void;
  readonly #sessions = new WeakMap<pg.PoolClient, Session>();
  readonly #shared: SharedBySessions;

  constructor(
    pool: pg.Pool,
    {
      around = inStatementsSpan,
      named_statements = 'auto',
      meets = true,
      onConnected = () => undefined,
    }: DriverOptions,
  ) {
    this.#pool = pool;
    this.#meets = meets;
    this.#named_statements = named_statements;
    this.#onConnected = onConnected;
    this.#shared = { around, generation: 0, epoch: 0 };
  }

  /** Runs `work` on a connection, which then returns to the pool. */
  async within<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#acquireCurrent();
    try {
      return await work(session);
    } finally {
      session.release();
    }
  }

  async #acquireCurrent(): Promise<Session> {
    for (;;) {
      const session = await this.#acquire();
      if (!session.is_outdated) return session;
      session.client.release(true);
    }
  }

  async #acquire(): Promise<Session> {
    const started = performance.now();
    const client = await this.#pool
      .connect()
      .catch((error: unknown) => {
        throw codedOr(isTimeout(error) ? NoConnection : ConnectionLost, error);
      })
      .finally(() => this.#onConnected((performance.now() - started) / 1000));
    try {
      const session = this.#sessions.get(client) ?? (await this.#newSession(client));
      this.#sessions.set(client, session);
      return session;
    } catch (error) {
      client.release(true);
      throw codedOr(ConnectionLost, error);
    }
  }

  async #newSession(client: pg.PoolClient): Promise<Session> {
    const setting = this.#named_statements;
    const { is_direct, is_standby } = this.#meets ? await meet(client) : UNMET;
    if (is_standby) throw new ConnectionLost('this database is a standby');
    const named = setting === 'auto' ? is_direct : setting === 'yes';
    return new Session(client, this.#shared, { named });
  }
}

/**
 * Returns true if no connection was free or made within the pool's limit; otherwise the server closed the
 * connection.
 */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('timeout');
}

const UNMET = { is_direct: false, is_standby: false };

/**
 * Inspects a new connection. It is direct if it leads to one server process for its whole life; a pooler
 * reports its own process id. On direct connections requests get generic plans from the first execution:
 * row-level security compares with settings that the planner does not know, so five custom plans would only
 * cost time. Warnings are enabled (`unconfirmed`).
 */
async function meet(client: pg.PoolClient): Promise<{ is_direct: boolean; is_standby: boolean }> {
  const { processID } = client as unknown as { processID: number | null };
  const { rows } = await client.query<{ is_direct: boolean; is_standby: boolean }>(
    `select pg_is_in_recovery() as is_standby, $1::int = pg_backend_pid() as is_direct,
       case when $1::int = pg_backend_pid() and current_user = $2
         then set_config('plan_cache_mode', 'force_generic_plan', false) end,
       case when $1::int = pg_backend_pid() then set_config('client_min_messages', 'warning', false) end`,
    [processID, REQUEST_ROLE],
  );
  return rows[0] ?? UNMET;
}
