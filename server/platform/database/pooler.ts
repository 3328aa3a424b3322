import type pg from 'pg';

const LOOKS = 5;

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Whether a pooler stands before the database: it tells its connections a process id of its own. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  return (client as unknown as { processID: number | null }).processID !== (await backendOf(client));
}

/** What keeps the owner from working through the pooler that stands there, for people; null where none does, or each connection keeps its process. */
export async function sharingTrouble(owner: pg.Pool): Promise<string | null> {
  const client = await owner.connect();
  try {
    if (!(await isPooled(client)) || !(await isGivenAway(client, owner))) return null;
    return (
      'a pooler gives its connections to others after each transaction, with which migrations, jobs and live updates cannot work. ' +
      'Give it the address of PostgreSQL itself, and only DATABASE_REQUEST_URL that of the pooler'
    );
  } finally {
    client.release();
  }
}

/**
 * Whether the pooler gives the server process behind `client`, a connection of `pool`, to others between its transactions. Then a second
 * connection gets it, or this one gets another; neither happens where each keeps its own.
 */
async function isGivenAway(client: pg.ClientBase, pool: pg.Pool): Promise<boolean> {
  const other = await pool.connect();
  try {
    for (let left = LOOKS; left > 0; left -= 1) {
      const before = await backendOf(client);
      await other.query('begin');
      // Where there is only this one process, the first connection would wait for it now.
      const is_taken = (await backendOf(other)) === before;
      const is_changed = !is_taken && (await backendOf(client)) !== before;
      await other.query('commit');
      if (is_taken || is_changed) return true;
    }
    return false;
  } finally {
    // After a failed query it may still be in a transaction.
    other.release(true);
  }
}
