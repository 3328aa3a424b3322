import type { MachineRow } from '../../contract/operations/desk/machines/list-card-machines.schema.ts';
import type { CardMachineHistory } from '../../contract/operations/desk/machines/read-card-machine-story.schema.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

type Listed = {
  id: string;
  number: string;
  retired_at: Date | null;
  driver_id: number | null;
  user_id: string | null;
  holder: string | null;
  held_since: Date | null;
};

/**
 * Lists the shop's card machines by number, retired ones last, each with its holder and when that handover
 * was.
 */
export async function listMachinesAtDesk(tx: Tx, { shop_id }: Staff): Promise<MachineRow[]> {
  const listing = sql<Listed>`select * from card_machines_of_shop(${shop_id})`;
  const { rows } = await listing.execute(tx);
  const machines = rows.map(({ id, number, retired_at, driver_id, user_id, holder, held_since }) => ({
    id,
    number,
    retired_at: retired_at?.toISOString() ?? null,
    holder:
      driver_id === null || user_id === null
        ? null
        : { driver_id, user_id, full_name: holder ?? '', since: held_since?.toISOString() ?? null },
  }));
  return [...machines.filter((one) => !one.retired_at), ...machines.filter((one) => one.retired_at)];
}

type Happened = Omit<CardMachineHistory['story'][number], 'happened_at'> & { happened_at: Date };

/** Returns the handovers and changes of a card machine, newest first. Throws `not_found`. */
export async function readMachineHistory(
  tx: Tx,
  { shop_id }: Staff,
  id: string,
): Promise<CardMachineHistory> {
  const machine = await findRow(tx, 'card_machines', { shop_id, id }, ['number']);
  if (!machine) throw new Problem('not_found');
  const reading = sql<Happened>`select * from card_machine_story(${shop_id}, ${id}::uuid)`;
  const { rows } = await reading.execute(tx);
  const story = rows.map(({ happened_at, ...row }) => ({ ...row, happened_at: happened_at.toISOString() }));
  return { number: machine.number, story };
}
