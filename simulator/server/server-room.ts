import type { Connections } from '../database/connections.ts';
import type { Line, Statements } from '../database/statements.ts';
import type { Faults } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { ContentDisk } from './content-disk.ts';
import { type SimulatedServer, startServer } from './simulated-server.ts';

/** The servers of a run, side by side on one database and one disk. */
export type ServerRoom = {
  /** Those that live. */
  living(): SimulatedServer[];
  /** Starts whoever is not there. */
  startAll(): Promise<void>;
  /** Kills one and starts another in its place after so many ms; `in_transaction` waits for one to be under way. */
  kill(place: number, for_ms: number, in_transaction: boolean): void;
  breakLine(line: Line): Promise<void>;
  stopAll(): Promise<void>;
};

/** How long a kill waits for a transaction to be under way, and how often it looks, in ms. */
const MOMENT_MS_MAX = 30_000;
const LOOK_EVERY_MS = 25;

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
  let lives = 0;
  let is_over = false;

  async function start(place: number): Promise<void> {
    if (places[place] || is_over) return;
    lives += 1;
    const name = `s${lives}`;
    places[place] = await startServer({ ...of, name, random: of.random.branch(name) });
  }

  async function killNow(place: number, for_ms: number, in_transaction: boolean): Promise<void> {
    const server = places[place];
    if (!server) return;
    places[place] = null;
    faults.strike(in_transaction ? 'server died in a transaction' : 'server died');
    tell(`${server.name} dies${in_transaction ? ' in a transaction' : ''}`);
    await server.die();
    schedule.after(for_ms, () => statements.errand(start(place)));
  }

  return {
    living: () => places.filter((server) => server !== null),
    async startAll() {
      for (const place of places.keys()) await start(place);
    },
    kill(place, for_ms, in_transaction) {
      const until = schedule.now() + MOMENT_MS_MAX;
      const look = () => {
        const server = places[place];
        const is_in = server?.lines().some((line) => line.in_transaction) ?? false;
        if (server && in_transaction && !is_in && schedule.now() < until) schedule.after(LOOK_EVERY_MS, look);
        else statements.errand(killNow(place, for_ms, is_in));
      };
      look();
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
