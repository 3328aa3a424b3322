import type pg from 'pg';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import { Batch } from '../../server/platform/database/driver/batch.ts';
import { NoConnection } from '../../server/platform/database/driver/failures.ts';
import { UNNAMED } from '../../server/platform/database/driver/known-statements.ts';
import type { Around } from '../../server/platform/database/driver/session.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { Connection, Connections, Login } from './connections.ts';
import { pooledClient } from './pooled-client.ts';
import type { Line } from './sending.ts';
import type { Statements } from './statements.ts';

/** The time that a server waits for a free connection; the same as in the product. */
const CONNECT_TIMEOUT_MS = 10_000;

type Held = { id: number; line: Line; connection: Connection; client: pg.PoolClient };

/** The connection pool of one login of one server. The schedule decides when each statement is sent. */
export type ParkedPool = {
  database: Database;
  lines(): Line[];
  /**
   * Kills the pool's server, which receives no results any more. Resolves once the database has rolled back.
   */
  die(): Promise<void>;
  /** Cuts this connection. */
  breakLine(line: Line): Promise<void>;
};

export function createParkedPool(of: {
  name: string;
  login: Login;
  connections_max: number;
  connections: Connections;
  statements: Statements;
  schedule: Schedule;
  random: Random;
  /** Makes the current step wait for this work. */
  errand(work: Promise<void>): void;
}): ParkedPool {
  const { connections, statements, schedule } = of;
  const held = new Set<Held>();
  const idle: Held[] = [];
  const waiting: { give(one: Held): void }[] = [];
  let made = 0;
  let opening = 0;
  let is_dead = false;

  function connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      if (is_dead) return;
      const cancel = schedule.after(CONNECT_TIMEOUT_MS, () => {
        const at = waiting.indexOf(one);
        if (at >= 0) waiting.splice(at, 1);
        reject(new NoConnection('No connection became free in time.'));
      });
      const one = {
        give(taken: Held) {
          cancel();
          resolve(taken.client);
        },
      };
      waiting.push(one);
      handOut();
    });
  }

  function handOut(): void {
    while (waiting.length > 0) {
      const free = idle.pop();
      if (free) {
        waiting.shift()?.give(free);
        continue;
      }
      if (held.size + opening < of.connections_max) {
        opening += 1;
        of.errand(open());
      }
      return;
    }
  }

  async function open(): Promise<void> {
    const connection = await connections.take(of.login);
    opening -= 1;
    if (is_dead) {
      connections.giveBack(connection);
      return;
    }
    made += 1;
    const line: Line = {
      pid: connection.pid,
      name: `${of.name}${made}`,
      random: of.random.branch(String(made)),
      is_open: true,
      queue: [],
      in_transaction: false,
    };
    const id = made;
    const opened = {
      id,
      line,
      connection,
      client: pooledClient(connection, id, (broke) => release(line, broke)),
    };
    held.add(opened);
    idle.push(opened);
    handOut();
  }

  function release(line: Line, broke: boolean | Error | undefined): void {
    if (broke && line.is_open) {
      line.is_open = false;
      of.errand(breakLine(line));
    }
    const one = heldOn(line);
    if (!one || !line.is_open) return;
    idle.push(one);
    handOut();
  }

  const heldOn = (line: Line) => [...held].find((each) => each.line === line);

  const around: Around = <Answered>(
    { statements: sent, pid: id }: Parameters<Around>[0],
    send: () => Promise<Answered>,
  ) => {
    const one = [...held].find((each) => each.id === id);
    if (!one) return new Promise<Answered>(() => undefined);
    const texts = sent.map(({ text }) => text);
    return statements.send(one.line, texts, (count) => {
      if (count === sent.length) return send();
      const steps = sent.slice(0, count).map((statement) => ({ statement, ...UNNAMED }));
      const batch = new Batch(one.client, steps, []);
      one.client.query(batch);
      return batch.outcomes as Promise<Answered>;
    });
  };

  async function breakLine(line: Line): Promise<void> {
    const one = heldOn(line);
    if (!one) return;
    held.delete(one);
    const at = idle.indexOf(one);
    if (at >= 0) idle.splice(at, 1);
    await connections.rollBack([one.connection]);
    connections.giveBack(one.connection);
    handOut();
  }

  return {
    database: databaseOf({ connect, end: async () => undefined } as unknown as pg.Pool, {
      around,
      named_statements: 'yes',
      meets: false,
    }),
    lines: () => [...held].map(({ line }) => line),
    async die() {
      is_dead = true;
      waiting.length = 0;
      const all = [...held].map(({ connection }) => connection);
      for (const { line } of held) statements.forget(line);
      held.clear();
      idle.length = 0;
      await connections.rollBack(all);
      for (const connection of all) connections.giveBack(connection);
    },
    breakLine,
  };
}
