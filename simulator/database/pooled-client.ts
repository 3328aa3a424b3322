import type pg from 'pg';
import type { Batch } from '../../server/platform/database/driver/batch.ts';

/** What a batch writes to that concerns the names of statements. */
type Wire = {
  parse(message: { name: string; text: string }): void;
  close(message: { type: 'S'; name: string }): void;
};

export type Backend = {
  client: pg.Client;
  pid: number;
  /** Of the statements that it has prepared; each follows from its text. */
  names: Set<string>;
  /** What it has not answered yet. */
  asked: Promise<unknown> | null;
};

/**
 * The backend as a new connection of a pool. It knows statements that were prepared on it before: planning them anew would cost
 * more than all else. `id` is the connection's own, in place of the backend's process id.
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
    // It warns of nothing.
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
        // Perhaps they were not prepared.
        for (const name of prepared) backend.names.delete(name);
      });
      client.query(batch as unknown as pg.Submittable);
    },
  };
  return pooled as unknown as pg.PoolClient;
}

/** The wire, on which what is prepared already is not prepared again. */
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
