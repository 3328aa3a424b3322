import type { CardMachine } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { Operation } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere, changeRows, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/** Lists the card machines that are not retired. */
export async function listCardMachines(tx: Tx, shop_id: number): Promise<CardMachine[]> {
  const { rows } = await sql<CardMachine>`
    select id, number, holder_driver_id from card_machines
    where shop_id = ${shop_id} and retired_at is null order by number`.execute(tx);
  return rows;
}

async function lockCardMachine(tx: Tx, shop_id: number, id: string): Promise<CardMachine> {
  const locking = sql<CardMachine>`
    select id, number, holder_driver_id from card_machines
    where shop_id = ${shop_id} and id = ${id} and retired_at is null for update`;
  const machine = await firstRow(tx, locking);
  if (!machine) throw new Problem('not_found', 'card_machine_id');
  return machine;
}

/**
 * Gives a card machine to a driver, or back to the shop if null, and returns its previous state. Locks it:
 * after its driver, before balances. Throws `not_found`.
 */
export async function moveCardMachine(
  tx: Tx,
  shop_id: number,
  id: string,
  holder_driver_id: number | null,
): Promise<CardMachine> {
  const [machine] = await Promise.all([
    lockCardMachine(tx, shop_id, id),
    handCardMachine(tx, shop_id, id, holder_driver_id),
  ]);
  return machine;
}

/**
 * Sets the holder; null is the shop. The condition excludes retired card machines: this statement is sent
 * together with the lock, before it is known whether the lock finds one.
 */
function handCardMachine(tx: Tx, shop_id: number, id: string, holder_driver_id: number | null) {
  return changeRows(tx, 'card_machines', { shop_id, id, retired_at: null }, { holder_driver_id });
}

/** Registers a card machine, which is in the shop at first. Throws `invalid_input`, `already_exists`. */
export async function addCardMachine(
  tx: Tx,
  { shop_id }: Actor,
  given: { number: string },
  { changed }: Operation,
): Promise<{ number: string }> {
  const number = given.number.trim();
  const id = tx.newId();
  if (number === '' || number.length > 100) throw Problem.ofField({ field: 'card_machine' });
  const is_new = await addUnlessThere(tx, 'card_machines', { shop_id, id, number }, ['shop_id', 'number']);
  if (!is_new) throw Problem.about('already_exists', { what: 'card_machine', shop_id, number });
  changed({ ...machineChange(id), what: 'add_card_machine', after: { number } });
  return { number };
}

export const addCardMachineRoute = commandRoute('add_card_machine', addCardMachine);

/**
 * Returns a card machine to the shop without a handover; the reply names its last holder. Throws `not_found`,
 * `card_machine_in_shop`.
 */
export async function returnCardMachine(
  tx: Tx,
  { shop_id }: Actor,
  given: { number: string },
  { changed }: Operation,
): Promise<{ holder: string }> {
  const number = given.number.trim();
  const { id, full_name, user_id, holder_driver_id } = await lockNumbered(tx, shop_id, number);
  if (full_name === null || user_id === null)
    throw Problem.about('card_machine_in_shop', { number, shop_id });
  await handCardMachine(tx, shop_id, id, null);
  const moved = { before: { holder_driver_id }, after: { holder_driver_id: null } };
  changed({ ...machineChange(id, [user_id]), what: 'return_card_machine', ...moved });
  return { holder: full_name };
}

export const returnCardMachineRoute = commandRoute('return_card_machine', returnCardMachine);

/**
 * Takes a card machine out of use; its history stays. Throws `not_found`, and `card_machine_elsewhere` while
 * a driver has it.
 */
export async function retireCardMachine(
  tx: Tx,
  { shop_id }: Actor,
  given: { number: string },
  { now, changed, unchanged }: Operation,
): Promise<{ number: string }> {
  const number = given.number.trim();
  const { id, holder_driver_id, full_name, retired_at } = await lockNumbered(tx, shop_id, number);
  if (holder_driver_id !== null)
    throw Problem.about('card_machine_elsewhere', { number, holder: full_name ?? '' });
  if (retired_at !== null) unchanged();
  else {
    await changeRows(tx, 'card_machines', { shop_id, id }, { retired_at: now });
    changed({
      ...machineChange(id),
      what: 'retire_card_machine',
      before: { retired: false },
      after: { retired: true },
    });
  }
  return { number };
}

export const retireCardMachineRoute = commandRoute('retire_card_machine', retireCardMachine);

/** Undoes `retireCardMachine`. Throws `not_found`. */
export async function reactivateCardMachine(
  tx: Tx,
  { shop_id }: Actor,
  given: { number: string },
  { changed, unchanged }: Operation,
): Promise<{ number: string }> {
  const number = given.number.trim();
  const { id, retired_at } = await lockNumbered(tx, shop_id, number);
  if (retired_at === null) unchanged();
  else {
    await changeRows(tx, 'card_machines', { shop_id, id }, { retired_at: null });
    const was_retired = { before: { retired: true }, after: { retired: false } };
    changed({ ...machineChange(id), what: 'reactivate_card_machine', ...was_retired });
  }
  return { number };
}

export const reactivateCardMachineRoute = commandRoute('reactivate_card_machine', reactivateCardMachine);

/** Locks the card machine with this number and returns it with its holder. Throws `not_found`. */
async function lockNumbered(tx: Tx, shop_id: number, number: string) {
  const locking = sql<{
    id: string;
    holder_driver_id: number | null;
    retired_at: Date | null;
    full_name: string | null;
    user_id: string | null;
  }>`
    select m.id, m.holder_driver_id, m.retired_at, d.full_name, d.user_id
    from card_machines m left join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id
    where m.shop_id = ${shop_id} and m.number = ${number} for update of m`;
  const machine = await firstRow(tx, locking);
  if (!machine) throw Problem.about('not_found', { what: 'card_machine', shop_id, number });
  return machine;
}

/** Describes a change for the audit, and notifies the desk and the given users. */
function machineChange(id: string, user_ids: readonly string[] = []) {
  return {
    subject_id: id,
    touched: [{ topic: 'machines', subject_id: id, audience: 'desk', user_ids }] as const,
  };
}

/** Returns the numbers of the card machines that a user has, in any shop. */
export async function cardMachinesWith(tx: Tx, user_id: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select m.number from card_machines m join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id
    where d.user_id = ${user_id} order by m.number`.execute(tx);
  return rows.map(({ number }) => number);
}

type CardMachineRow = {
  shop_id: number;
  number: string;
  /** The driver who has it; null if it is in the shop. */
  driver_id: number | null;
  holder: string | null;
  retired: boolean;
};

/** Lists the card machines of one shop, or of all shops, by shop and number. */
export async function listMachinesAndHolders(tx: Tx, shop_id: number | undefined): Promise<CardMachineRow[]> {
  const { rows } = await sql<CardMachineRow>`
    select m.shop_id, m.number, m.holder_driver_id as driver_id, d.full_name as holder,
      m.retired_at is not null as retired
    from card_machines m
    left join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id
    where ${shop_id ?? null}::int is null or m.shop_id = ${shop_id ?? null}::int
    order by m.shop_id, m.number`.execute(tx);
  return rows;
}
