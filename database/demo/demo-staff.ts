import type { Role } from '../../contract/rules/roles.ts';
import { hashPassword, verifyPassword } from '../../server/identity/passwords/passwords.ts';
import { runAs } from '../../server/operations/run-as.ts';
import type { System } from '../../server/platform/actor.ts';
import type { Database, Tx } from '../../server/platform/database/database.ts';
import { changeRows } from '../../server/platform/database/rows.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { addStaff } from '../../server/staff/add-staff.ts';
import { DAY_DRIVERS } from './demo-day.ts';

const STAFF = {
  admin: { full_name: 'Aisha Al Marri', role: 'Admin' },
  manager: { full_name: 'Omar Farouk', role: 'Manager' },
  driver: { full_name: 'Bilal Ahmed', role: 'Driver' },
  driver2: { full_name: 'Joseph Mathew', role: 'Driver' },
} as const satisfies Record<string, { full_name: string; role: Role }>;

export type DemoStaff = Record<keyof typeof STAFF, { user_id: string; driver_id: number | null }>;

export const emailOf = (name: string) => `${name}@demo.mandoob.example`;

/** Returns the e-mail address of a driver of the demo's day; `driver` and `driver2` precede them. */
export const dayDriverEmail = (at: number) => emailOf(`driver${at + 3}`);

/** Adds `admin@demo.mandoob.example` and so on, all with the same password. */
export async function addDemoStaff(tx: Tx, server: System, password: string, now: Date): Promise<DemoStaff> {
  const add = (name: keyof typeof STAFF) =>
    runAs(
      tx,
      server,
      addStaff,
      { email: emailOf(name), password, password_is_published: true, ...STAFF[name] },
      now,
    );
  return {
    admin: await add('admin'),
    manager: await add('manager'),
    driver: await add('driver'),
    driver2: await add('driver2'),
  };
}

/**
 * Sets this password for all demo accounts that have another one. A demo that was first started without
 * DEMO_PASSWORD must not keep the published password when it is started with one. The four accounts change
 * last and are the only ones checked, since verifying every hash would delay the start.
 */
export async function keepDemoPassword(owner: Database, password: string): Promise<void> {
  const four = await usersWith(owner, Object.keys(STAFF).map(emailOf));
  const verified = await Promise.all(
    four.map(({ password_hash }) => verifyPassword(password_hash, password)),
  );
  if (verified.every(Boolean)) return;
  const others = await usersWith(
    owner,
    // Includes the driver who left.
    [...DAY_DRIVERS, null].map((_, at) => dayDriverEmail(at)),
  );
  const stale = four.filter((_, at) => !verified[at]);
  for (const { id } of [...others, ...stale]) {
    const changed = { password_hash: await hashPassword(password), must_change_password: false };
    await inTransaction(owner, async (tx) => {
      await changeRows(tx, 'users', { id }, changed);
      await changeRows(tx, 'sessions', { user_id: id }, { revoked_at: sql<Date>`now()` });
    });
  }
}

async function usersWith(owner: Database, emails: string[]) {
  const { rows } = await sql<{ id: string; password_hash: string }>`
    select id, password_hash from users where email = any(${emails}::text[])`.execute(owner);
  return rows;
}
