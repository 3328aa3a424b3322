import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../server/platform/logging/log.ts';

/**
 * A substitute for a server process, for tests of the embedded database that kill it. Once the database runs,
 * it prints `ready {addresses}`, or `failed …`; SIGTERM stops it cleanly.
 */
async function main(): Promise<void> {
  const data_dir = process.argv[2];
  if (!data_dir) throw new Error('The argument with the data directory is missing');
  const database = await startEmbeddedPostgres({ data_dir, log: createLog('silent'), durable: true });
  const staying = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(staying);
    database.stop().catch((error: unknown) => {
      console.log('failed', error);
      process.exitCode = 1;
    });
  });
  console.log('ready', JSON.stringify(database));
}

main().catch((error: unknown) => {
  console.log('failed', error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
