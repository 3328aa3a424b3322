import type pg from 'pg';
import type { Batch } from '../../server/platform/database/driver/batch.ts';

/** The messages of a batch that concern named statements. */
type Wire = {
  parse(message: { name: string; text: string }): void;
  close(message: { type: 'S'; name: string }): void;
};

export type Backend = {
  client: pg.Client;
  pid: number;
  /** The names of its prepared statements; each name is derived from the statement's text. */
  names: Set<string>;
  /** The batch that has no result yet. */
  asked: Promise<unknown> | null;
};

/**
 * Wraps a backend as a new connection of a pool. The backend keeps the statements that were prepared on it
 * earlier, because planning them again would cost more than all else. `id` replaces the backend's process id.
 */
export function pooledClient(
  backend: Backend,
  id: number,
  release: (broke?: boolean | Error) => void,
): pg.PoolClient {
  const { client } = backend;
  const pooled = {
    processID: id,
    release,
    // The client emits no events.
    on: () => undefined,
    getTransactionStatus: () => client.getTransactionStatus(),
    getTypeParser: client.getTypeParser.bind(client),
    query(batch: Batch): void {
      const prepared: string[] = [];
      const submit = batch.submit.bind(batch);
      batch.submit = (wire) => submit(rememberingNames(wire as Wire, backend.names, prepared));
      backend.asked = batch.outcomes.then((outcomes) => {
        backend.asked = null;
        if (outcomes.every((outcome) => 'answer' in outcome)) return;
        // The statements may not have been prepared.
        for (const name of prepared) backend.names.delete(name);
      });
      client.query(batch as unknown as pg.Submittable);
    },
  };
  return pooled as unknown as pg.PoolClient;
}

/** Returns a wire that does not prepare again statements that are already prepared. */
function rememberingNames(wire: Wire, names: Set<string>, prepared: string[]): Wire {
  return Object.assign(Object.create(wire) as Wire, {
    close(message: { type: 'S'; name: string }) {
      if (!names.has(message.name)) wire.close(message);
    },
    parse(message: { name: string; text: string }) {
      if (names.has(message.name)) return;
      wire.parse(message);
      if (message.name === '') return;
      names.add(message.name);
      prepared.push(message.name);
    },
  });
}
