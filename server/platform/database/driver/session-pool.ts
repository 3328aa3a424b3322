import type pg from 'pg';
import type { NamedStatements } from '../../settings/config.ts';
import { REQUEST_ROLE } from '../database-roles.ts';
import { ConnectionLost, codedOr, NoConnection } from './failures.ts';
import { type Around, Session, type SharedBySessions } from './session.ts';
import { inStatementsSpan } from './statements-span.ts';

export type DriverOptions = {
  /** Stands around everything that is sent, in place of its span: how the simulator interleaves transactions and loses answers. */
  around?: Around;
  /** `yes` is for a pooler that carries names, as PgBouncer does from 1.21 on. */
  named_statements?: NamedStatements;
  /** False where the connections are no real ones: they are not asked what they lead to (`meet`). */
  meets?: boolean;
  /** Is told after how many seconds somebody had a connection, or heard that there is none. */
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
    const asked = performance.now();
    const client = await this.#pool
      .connect()
      .catch((error: unknown) => {
        throw codedOr(isTimeout(error) ? NoConnection : ConnectionLost, error);
      })
      .finally(() => this.#onConnected((performance.now() - asked) / 1000));
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

/** Whether no connection was free, or none was made, in the time that the pool gives it; else the server hung up. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('timeout');
}

const UNMET = { is_direct: false, is_standby: false };

/**
 * Whether this connection leads to one server process for as long as it lives: a pooler tells a process id of its own. Then the plans
 * of requests are generic from the first time on: row security compares with settings, which no planner knows, so that five
 * plannings for the values at hand would only cost. And what is warned of has to come through (`unconfirmed`).
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
