import { isVoided } from '../../cash/voids/is-voided.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';

/**
 * Handovers, and their voids as rows of their own on the day on which they were recorded (ruling H12): they
 * take back the amount, and the difference of an end of day.
 */
export const HANDOVERS_AND_VOIDS = sql`(
  select shop_id, id, id as handover_id, recorded_at, completed_at, handover_type, handover_reference, staff_user_id, admin_id,
    amount_fils, difference_fils, card_machine_id, notes
  from cash_handovers
  union all
  select v.shop_id, v.id, r.id, v.recorded_at, v.completed_at, r.handover_type, v.reference, r.staff_user_id, r.admin_id,
    -r.amount_fils, -r.difference_fils, v.card_machine_id, v.reason
  from cash_voids v join cash_handovers r on r.shop_id = v.shop_id and r.id = v.record_id
  where v.record_type = 'handover') h`;

const WITH_PEOPLE = sql`join profiles s on s.id = h.staff_user_id join profiles b on b.id = h.admin_id`;

/** Returns the conditions for handovers of some kinds: those with a driver, or collections. */
export const handoversOf = (kinds: Sql<unknown>, user_id: string | undefined) => [
  sql`h.handover_type in (${kinds})`,
  ...(user_id === undefined ? [] : [sql`${user_id}::uuid in (h.staff_user_id, h.admin_id)`]),
];

/** Starts and ends of day, and cash taken during the day; an end includes the difference from the book. */
export const HANDOVERS: ListReport = {
  records: HANDOVERS_AND_VOIDS,
  shop_id: sql`h.shop_id`,
  id: sql`h.id`,
  at: sql`h.recorded_at`,
  happened_at: sql`h.completed_at`,
  recorded_at: sql`h.recorded_at`,
  narrowed: ({ user_id, handover_type, differs }) => [
    ...handoversOf(sql`'start', 'end', 'drop'`, user_id),
    ...(handover_type === undefined ? [] : [sql`h.handover_type = ${handover_type}`]),
    ...(differs === undefined ? [] : [sql`h.difference_fils <> 0`]),
  ],
  joined: sql`${WITH_PEOPLE} left join card_machines k on k.shop_id = h.shop_id and k.id = h.card_machine_id`,
  shown: sql`h.recorded_at, h.completed_at, h.handover_type, h.handover_reference as reference, s.full_name as driver_name,
    b.full_name as admin_name, h.amount_fils, h.difference_fils, k.number as card_machine, ${isVoided('handover', sql`h`)} as voided, h.notes,
    h.handover_id, h.staff_user_id as user_id, h.admin_id, h.card_machine_id`,
  sums: { amount_fils: sql`h.amount_fils`, difference_fils: sql`h.difference_fils` },
};

export const COLLECTIONS: ListReport = {
  ...HANDOVERS,
  narrowed: ({ user_id }) => handoversOf(sql`'collection'`, user_id),
  joined: WITH_PEOPLE,
  shown: sql`h.recorded_at, h.completed_at, h.handover_reference as reference, s.full_name as staff_name,
    b.full_name as manager_name, h.amount_fils, ${isVoided('handover', sql`h`)} as voided, h.notes, h.handover_id, h.staff_user_id as user_id, h.admin_id as manager_id`,
  sums: { amount_fils: sql`h.amount_fils` },
};
