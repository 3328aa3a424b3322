import pg from 'pg';

/** A client on the side of a primary that is taken away from everybody else. */
export type StrandedClient = Awaited<ReturnType<typeof strandedClient>>;

/** Connects to `url`, the node's own address, and makes the table that it will write to. */
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
    /** Sends one write, and waits for nothing. */
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
    /** What became of it: PostgreSQL warns where it gave up waiting for a standby, which counts as no answer. */
    outcome: () => outcome,
    close: () => client.end().catch(() => undefined),
  };
}
