import pg from 'pg';

/** A client on the same side of the cut as a primary that nothing else can reach. */
export type StrandedClient = Awaited<ReturnType<typeof strandedClient>>;

/** Connects to `url`, the node's own address, and creates the table for its write. */
export async function strandedClient(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  let warnings = 0;
  client.on('error', () => undefined);
  client.on('notice', () => {
    warnings += 1;
  });
  await client.connect();
  await client.query('create table if not exists stranded (written_at timestamptz not null)');
  warnings = 0;
  let outcome: 'waiting' | 'acknowledged' | 'warned' | 'failed' = 'waiting';
  return {
    /** Sends one write without waiting for it. */
    write(): void {
      client.query('insert into stranded values (now())').then(
        () => {
          outcome = warnings > 0 ? 'warned' : 'acknowledged';
        },
        () => {
          outcome = 'failed';
        },
      );
    },
    /**
     * Returns the result of the write. PostgreSQL warns if it stopped waiting for a standby, which is no
     * acknowledgement.
     */
    outcome: () => outcome,
    close: () => client.end().catch(() => undefined),
  };
}
