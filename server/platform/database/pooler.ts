import type pg from 'pg';

const ATTEMPTS = 5;

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Returns true if a pooler is in front of the database: the process id that it reports is not the server's.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  return (client as unknown as { processID: number | null }).processID !== (await backendOf(client));
}

/**
 * Returns why the owner cannot work through a pooler, as a message; null without one or if sessions keep
 * their process.
 */
export async function poolerTrouble(owner: pg.Pool): Promise<string | null> {
  const client = await owner.connect();
  try {
    if (!(await isPooled(client)) || !(await isReassigned(client, owner))) return null;
    return (
      'a pooler reassigns its connections after each transaction, so migrations, jobs and live updates cannot work. ' +
      'Set DATABASE_URL to the address of PostgreSQL itself, and only DATABASE_REQUEST_URL to that of the pooler'
    );
  } finally {
    client.release();
  }
}

/**
 * Returns true if the pooler passes the server process of `client`, a connection of `pool`, to other
 * connections between transactions. Then a second connection gets that process, or this one gets another;
 * neither happens without such a pooler.
 */
async function isReassigned(client: pg.ClientBase, pool: pg.Pool): Promise<boolean> {
  const other = await pool.connect();
  try {
    for (let left = ATTEMPTS; left > 0; left -= 1) {
      const before = await backendOf(client);
      await other.query('begin');
      // If the pooler has only this process, a query of the first connection would now wait for it.
      const is_taken = (await backendOf(other)) === before;
      const is_changed = !is_taken && (await backendOf(client)) !== before;
      await other.query('commit');
      if (is_taken || is_changed) return true;
    }
    return false;
  } finally {
    // After a failed query the connection may still be in a transaction.
    other.release(true);
  }
}
