import { setTimeout as delay } from 'node:timers/promises';
import { findStaff } from '../../server/identity/find-staff.ts';
import { runAs, SERVER } from '../../server/operations/run-as.ts';
import type { System } from '../../server/platform/actor.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { addStaff } from '../../server/staff/add-staff.ts';
import { type Ask, type DemoClient, type DemoSession, demoClient, idOf } from './demo-client.ts';
import { DAY_DRIVERS } from './demo-day.ts';
import { dayDriverEmail } from './demo-staff.ts';

export type Given = {
  owner: Database;
  requests: Database;
  ask: Ask;
  password: string;
  now: Date;
  /** The server stops: what is left is done at its next start. */
  signal: AbortSignal;
};

export type Person = { user_id: string; driver_id: number; full_name: string; email: string };

export type Day = Given & {
  client: DemoClient;
  server: System;
  shop: { shop_id: number; name: string; time_zone: string };
  began: Date;
  drivers: readonly Person[];
  sessions: Map<string, Promise<DemoSession>>;
};

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
/** So that who looks meanwhile waits for nothing. */
const BREATH_MS = 5;

export async function beginDay(given: Given): Promise<Day> {
  const { owner, ask, password } = given;
  const marked = await findRow(owner, 'installation', { key: 'demo_day_began' }, ['value']);
  const shop = await owner
    .selectFrom('shops')
    .select(['id as shop_id', 'name', 'time_zone'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const server = { ...SERVER, shop_id: shop.shop_id };
  const drivers: Person[] = [];
  for (const [at, { full_name }] of DAY_DRIVERS.entries())
    drivers.push(await addDriver(given, server, at, full_name));
  const client = demoClient(ask, password);
  return {
    ...given,
    client,
    server,
    shop,
    drivers,
    began: new Date(marked?.value ?? 0),
    sessions: new Map(),
  };
}

async function addDriver(
  { owner, password }: Given,
  server: System,
  at: number,
  full_name: string,
): Promise<Person> {
  const email = dayDriverEmail(at);
  const user_id = idOf(`driver ${at}`);
  const known = await findRow(owner, 'users', { email }, ['id']);
  if (!known) {
    const staff = {
      user_id,
      email,
      full_name,
      role: 'Driver',
      password,
      password_is_published: true,
    } as const;
    await inTransaction(owner, (tx) => runAs(tx, server, addStaff, staff));
  }
  const { driver_id, ...found } = await inTransaction(owner, (tx) => findStaff(tx, email));
  return { user_id: found.user_id, driver_id: driver_id ?? 0, full_name, email };
}

/** A later step is not begun once the server stops. */
export async function breathe({ signal }: Day): Promise<void> {
  await delay(BREATH_MS);
  signal.throwIfAborted();
}

export function sessionOf({ client, sessions }: Day, email: string): Promise<DemoSession> {
  const known = sessions.get(email) ?? client.signIn(email, PHONE);
  sessions.set(email, known);
  return known;
}

export async function signOut({ client, sessions }: Day, email: string): Promise<void> {
  const session = sessions.get(email);
  if (session) await client.signOut(await session);
}
