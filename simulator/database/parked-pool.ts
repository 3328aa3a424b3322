import type pg from 'pg';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import type { Around } from '../../server/platform/database/driver/session.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { Connection, Connections, Login } from './connections.ts';
import type { Line, Statements } from './statements.ts';

/** What a server waits for a free connection, in ms; the product's own. */
const CONNECT_TIMEOUT_MS = 10_000;

type Held = { line: Line; connection: Connection; client: pg.PoolClient };

/** The pool of one login of one server: what is sent on its connections goes when the schedule says so. */
export type ParkedPool = {
  database: Database;
  lines(): Line[];
  /** The server is dead: nobody there hears anything any more. Resolves once the database knows. */
  die(): Promise<void>;
  /** The connection of this line is cut. */
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
  /** Has the step wait for this. */
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
        reject(new Error('timeout exceeded when trying to connect'));
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
      const free = idle.shift();
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
    const taken: Held = { line, connection, client: pooled(line, connection) };
    held.add(taken);
    idle.push(taken);
    handOut();
  }

  /** The connection as a pool hands it out. */
  function pooled(line: Line, { client }: Connection): pg.PoolClient {
    return Object.assign(client, {
      release: (broke?: boolean | Error) => {
        if (broke && line.is_open) {
          line.is_open = false;
          of.errand(breakLine(line));
        }
        const one = heldOn(line);
        if (!one || !line.is_open) return;
        idle.push(one);
        handOut();
      },
    }) as pg.PoolClient;
  }

  const heldOn = (line: Line) => [...held].find((each) => each.line === line);

  const around: Around = ({ statements: sent, pid }, send) => {
    const one = [...held].find(({ line }) => line.pid === pid);
    if (!one) return new Promise(() => undefined);
    const texts = sent.map(({ text }) => text);
    return statements.ask(one.line, texts, send);
  };

  async function breakLine(line: Line): Promise<void> {
    const one = heldOn(line);
    if (!one) return;
    held.delete(one);
    const at = idle.indexOf(one);
    if (at >= 0) idle.splice(at, 1);
    await connections.end([one.connection]);
    handOut();
  }

  return {
    database: databaseOf({ connect, end: async () => undefined } as unknown as pg.Pool, {
      around,
      named_statements: 'yes',
    }),
    lines: () => [...held].map(({ line }) => line),
    async die() {
      is_dead = true;
      waiting.length = 0;
      const [ended, whole] = [[] as Connection[], [] as Connection[]];
      for (const { line, connection } of held) {
        const busy = !line.is_open || line.in_transaction || line.queue.length > 0;
        (busy ? ended : whole).push(connection);
        statements.forget(line);
      }
      held.clear();
      idle.length = 0;
      await connections.end(ended);
      for (const connection of whole) connections.giveBack(connection);
    },
    breakLine,
  };
}
