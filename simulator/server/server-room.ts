import type { Connections } from '../database/connections.ts';
import type { Line } from '../database/sending.ts';
import type { Statements } from '../database/statements.ts';
import type { Faults } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { ContentDisk } from './content-disk.ts';
import { type SimulatedServer, startServer } from './simulated-server.ts';

/** The servers of a run, which share one database and one disk. */
export type ServerRoom = {
  /** The running servers. */
  living(): SimulatedServer[];
  /** Starts the servers that are not running. */
  startAll(): Promise<void>;
  /**
   * Kills a server, with `in_transaction` during its next transaction, and starts another one in its place
   * after `for_ms`.
   */
  kill(place: number, for_ms: number, in_transaction: boolean): void;
  /** Returns true if the connection's server is to die in a transaction. */
  isDoomed(line: Line): boolean;
  killServerOf(line: Line): Promise<void>;
  breakLine(line: Line): Promise<void>;
  stopAll(): Promise<void>;
};

/** The longest time that a kill waits for a transaction, in ms. */
const MOMENT_MS_MAX = 30_000;

export function createServerRoom(of: {
  places: number;
  schedule: Schedule;
  random: Random;
  connections: Connections;
  statements: Statements;
  disk: ContentDisk;
  faults: Faults;
  tell(what: string): void;
  onUnexpected(what: string): void;
}): ServerRoom {
  const { schedule, statements, faults, tell } = of;
  const places: (SimulatedServer | null)[] = Array.from({ length: of.places }, () => null);
  /** Servers that are to die in their next transaction, with the time in ms until another one starts. */
  const dooms = new Map<SimulatedServer, number>();
  let lives = 0;
  let is_over = false;

  async function start(place: number): Promise<void> {
    if (places[place] || is_over) return;
    lives += 1;
    const name = `s${lives}`;
    places[place] = await startServer({ ...of, name, random: of.random.branch(name) });
  }

  async function killNow(server: SimulatedServer, for_ms: number): Promise<void> {
    const place = places.indexOf(server);
    if (place < 0) return;
    places[place] = null;
    dooms.delete(server);
    tell(`${server.name} dies`);
    await server.die();
    schedule.after(for_ms, () => statements.errand(start(place)));
  }

  const serverOf = (line: Line) => places.find((server) => server?.lines().includes(line)) ?? null;

  return {
    living: () => places.filter((server) => server !== null),
    async startAll() {
      for (const place of places.keys()) await start(place);
    },
    kill(place, for_ms, in_transaction) {
      const server = places[place];
      if (!server) return;
      const kill = () => {
        if (places[place] !== server) return;
        faults.count('server died');
        statements.errand(killNow(server, for_ms));
      };
      if (!in_transaction) return kill();
      dooms.set(server, for_ms);
      schedule.after(MOMENT_MS_MAX, kill);
    },
    isDoomed(line) {
      const server = serverOf(line);
      return server !== null && dooms.has(server);
    },
    async killServerOf(line) {
      const server = serverOf(line);
      if (server) await killNow(server, dooms.get(server) ?? 0);
    },
    async breakLine(line) {
      for (const server of places) await server?.breakLine(line);
    },
    async stopAll() {
      is_over = true;
      for (const server of places) await server?.die();
    },
  };
}
