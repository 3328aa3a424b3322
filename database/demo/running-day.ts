import { setTimeout as delay } from 'node:timers/promises';
import { findStaff } from '../../server/identity/find-staff.ts';
import type { Runs } from '../../server/operations/operation.ts';
import { runAs, SERVER } from '../../server/operations/run-as.ts';
import type { System } from '../../server/platform/actor.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { findRow, oneRow } from '../../server/platform/database/rows.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { addStaff } from '../../server/staff/add-staff.ts';
import { type Ask, type DemoClient, type DemoSession, demoClient, idOf } from './demo-client.ts';
import { DAY_DRIVERS } from './demo-day.ts';
import type { Paper } from './demo-documents.ts';
import { dayDriverEmail } from './demo-staff.ts';

export type Given = {
  owner: Database;
  requests: Database;
  ask: Ask;
  password: string;
  now: Date;
  /** Aborted when the server stops; the next start does the remaining steps. */
  signal: AbortSignal;
};

export type Person = { user_id: string; driver_id: number; full_name: string; email: string };

export type Day = Given & {
  /** Sends the commands of users. */
  client: DemoClient;
  /** Signs users in and out. */
  door: DemoClient;
  /** The time of the actions. */
  clock: () => Date;
  server: System;
  shop: { shop_id: number; name: string; time_zone: string };
  began: Date;
  drivers: readonly Person[];
  sessions: Map<string, Promise<DemoSession>>;
  breath_ms?: number;
};

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
/** The pause between steps, so that concurrent visitors' requests are not delayed. */
const BREATH_MS = 5;

/** Adds the missing drivers and returns the day. `hiring`: the connection and clock for adding drivers. */
export async function beginDay(given: Given, hiring: Pick<Day, 'owner' | 'clock'>): Promise<Day> {
  const { owner, ask, password } = given;
  const marked = await findRow(owner, 'installation', { key: 'demo_day_began' }, ['value']);
  const first_shop = sql<Day['shop']>`select id as shop_id, name, time_zone from shops order by id limit 1`;
  const shop = await oneRow(owner, first_shop);
  const server = { ...SERVER, shop_id: shop.shop_id };
  const drivers: Person[] = [];
  for (const [at, { full_name }] of DAY_DRIVERS.entries()) {
    const person = { email: dayDriverEmail(at), user_id: idOf(`driver ${at}`), full_name };
    drivers.push(await addDriver({ ...hiring, server, password }, person));
  }
  const client = demoClient(ask, password);
  return {
    ...given,
    client,
    door: client,
    clock: machineNow,
    server,
    shop,
    drivers,
    began: new Date(marked?.value ?? 0),
    sessions: new Map(),
  };
}

/** Runs an operation as the server in its own transaction. */
export function act<Input>(
  { owner, server, clock }: Pick<Day, 'owner' | 'server' | 'clock'>,
  operation: Runs<System, Input, unknown>,
  input: NoInfer<Input>,
): Promise<unknown> {
  return inTransaction(owner, (tx) => runAs(tx, server, operation, input, clock()));
}

/** Finds a driver of the demo, or adds the driver. */
export async function addDriver(
  day: Pick<Day, 'owner' | 'server' | 'clock' | 'password'>,
  { email, user_id, full_name }: Pick<Person, 'email' | 'user_id' | 'full_name'>,
): Promise<Person> {
  const { owner, password } = day;
  if (!(await findRow(owner, 'users', { email }, ['id']))) {
    const staff = {
      user_id,
      email,
      full_name,
      role: 'Driver',
      password,
      password_is_published: true,
    } as const;
    await act(day, addStaff, staff);
  }
  return personWith(owner, email);
}

export async function personWith(owner: Database, email: string): Promise<Person> {
  const { driver_id, user_id, full_name } = await inTransaction(owner, (tx) => findStaff(tx, email));
  return { user_id, driver_id: driver_id ?? 0, full_name, email };
}

export function driverAt({ drivers }: Day, at: number): Person {
  const driver = drivers[at];
  if (!driver) throw new Error(`The demo has no driver ${at} of ${drivers.length}`);
  return driver;
}

/** Pauses between steps. Throws if the server is stopping. */
export async function pause({ signal, breath_ms = BREATH_MS }: Day): Promise<void> {
  await delay(breath_ms);
  signal.throwIfAborted();
}

export function sessionOf({ door, sessions }: Day, email: string): Promise<DemoSession> {
  const known = sessions.get(email) ?? door.signIn(email, PHONE);
  sessions.set(email, known);
  return known;
}

export async function signOut({ door, sessions }: Day, email: string): Promise<void> {
  const session = sessions.get(email);
  if (session) await door.signOut(await session);
}

type Command = { key: string; when: Date; papers: readonly Paper[] };

/**
 * Sends a command as its user's device does, and returns its reply. Equal keys are the same command. `when`
 * is the device's time.
 */
export async function send(
  day: Day,
  email: string,
  path: string,
  { key, when, papers }: Command,
  input: object,
): Promise<unknown> {
  const body = { ...input, occurred_at: when.toISOString(), clock_offset_ms: 0 };
  return day.client.command(await sessionOf(day, email), path, idOf(key), body, papers);
}
