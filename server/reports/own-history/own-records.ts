import type {
  OwnChange,
  OwnDelivery,
  OwnHandover,
} from '../../../contract/operations/screens/read-own-history.schema.ts';
import { isVoided } from '../../cash/voids/is-voided.ts';
import { listCorrections } from '../../orders/corrections/list-corrections.ts';
import { factsOf } from '../../orders/corrections/listed-facts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Span } from '../report.ts';
import { CORRECTED, OWED_AT_DELIVERY } from '../takings.ts';

/**
 * The owner of the records. Queries need it in addition to row-level security: a manager who delivers may
 * read the whole shop.
 */
export type OwnRecords = { shop_id: number; user_id: string; driver_id: number; time_zone: string };

/** A record with its business day. */
export type OnDay<Record> = { day: string; record: Record };

type Timed<Row, Times extends keyof Row> = Omit<Row, Times> & Record<Times, Date> & { day: string };
type Named = { path: string; sha256: string | null };

/** Returns null for an erased file. */
function fileOf({ path, sha256 }: Named) {
  return sha256 === null ? null : { path, sha256 };
}

/** Reads the deliveries that the driver confirmed, by time of delivery, the newest first. */
export async function ownDeliveries(
  tx: Tx,
  { shop_id, user_id, driver_id, time_zone }: OwnRecords,
  { starts_at, ends_at }: Span,
): Promise<OnDay<OwnDelivery>[]> {
  type Correctable = NonNullable<OwnDelivery['correctable']>;
  type Row = Timed<Omit<OwnDelivery, 'photo' | 'note' | 'correctable'>, 'delivered_at' | 'recorded_at'> & {
    correctable: Omit<Correctable, 'corrections'>;
    photo_path: string;
    photo_sha256: string | null;
    note_path: string;
    note_sha256: string | null;
  };
  const reading = sql<Row>`
    select to_char(c.delivered_at at time zone ${time_zone}, 'YYYY-MM-DD') as day, c.id, o.order_number, case when c.erased_at is null then c.customer_name end as customer_name,
      c.delivered_at, c.recorded_at, c.tender, c.collected_fils, c.cash_fils, c.conflict,
      c.link_fils + c.transfer_fils as pending_fils, ${OWED_AT_DELIVERY} as owed_fils,
      exists (select from delivery_lines l where l.shop_id = c.shop_id and l.confirmation_id = c.id and l.handed_over < l.qty) as partial,
      jsonb_build_object('order_id', c.order_id, 'command_id', c.command_id, 'facts', ${factsOf('confirmation', 'c')},
        'handed_in', has_handed_in(c.shop_id, c.user_id, c.recorded_at)) as correctable,
      c.delivery_image_url as photo_path, i.sha256 as photo_sha256, c.customer_signature_url as note_path, n.sha256 as note_sha256
    from delivery_confirmations c
      join orders o on o.shop_id = c.shop_id and o.id = c.order_id
      left join files i on i.shop_id = c.shop_id and i.id = c.delivery_image_file_id and i.erased_at is null
      left join files n on n.shop_id = c.shop_id and n.id = c.delivery_note_file_id and n.erased_at is null
    where c.shop_id = ${shop_id} and c.driver_id = ${driver_id} and c.user_id = ${user_id}::uuid
      and c.delivered_at >= ${starts_at} and c.delivered_at < ${ends_at}
    order by c.delivered_at desc, c.id desc`;
  const { rows } = await reading.execute(tx);
  const corrections = await listCorrections(
    tx,
    shop_id,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ day, delivered_at, recorded_at, photo_path, photo_sha256, note_path, note_sha256, ...row }) => ({
      day,
      record: {
        ...row,
        correctable: { ...row.correctable, corrections: corrections.get(row.id) ?? [] },
        delivered_at: delivered_at.toISOString(),
        recorded_at: recorded_at.toISOString(),
        photo: fileOf({ path: photo_path, sha256: photo_sha256 }),
        note: fileOf({ path: note_path, sha256: note_sha256 }),
      },
    }),
  );
}

/**
 * Reads the driver's later payments by their time, and corrections of own deliveries, as differences, and
 * approved expenses by the time of recording, the newest first.
 */
export async function ownChanges(
  tx: Tx,
  { shop_id, user_id, driver_id, time_zone }: OwnRecords,
  { starts_at, ends_at }: Span,
): Promise<OnDay<OwnChange>[]> {
  const reading = sql<Omit<OwnChange, 'at'> & { day: string; at: Date }>`
    select to_char(h.at at time zone ${time_zone}, 'YYYY-MM-DD') as day, h.id, h.kind, o.order_number, h.expense_kind, h.cash_fils, h.other_fils, h.at
    from (
      select shop_id, id, 'payment' as kind, order_id, null as expense_kind, cash_fils, card_fils + link_fils + transfer_fils as other_fils,
          occurred_at as at
        from order_payments where shop_id = ${shop_id} and user_id = ${user_id}::uuid
          and occurred_at >= ${starts_at} and occurred_at < ${ends_at}
      union all
      select k.shop_id, k.id, 'correction', k.order_id, null, k.cash_fils - p.cash_fils,
          (k.collected_fils - k.cash_fils + k.link_fils + k.transfer_fils) - (p.collected_fils - p.cash_fils + p.link_fils + p.transfer_fils),
          k.recorded_at
        from ${CORRECTED} where k.shop_id = ${shop_id} and k.driver_id = ${driver_id} and k.user_id = ${user_id}::uuid
          and k.recorded_at >= ${starts_at} and k.recorded_at < ${ends_at}
      union all
      select shop_id, id, 'expense', null, kind, -amount_fils, 0, recorded_at
        from expenses where shop_id = ${shop_id} and user_id = ${user_id}::uuid
          and recorded_at >= ${starts_at} and recorded_at < ${ends_at}
    ) h left join orders o on o.shop_id = h.shop_id and o.id = h.order_id
    order by h.at desc, h.id desc`;
  const { rows } = await reading.execute(tx);
  return rows.map(({ day, at, ...row }) => ({ day, record: { ...row, at: at.toISOString() } }));
}

/**
 * Reads cash given to and by the driver, the newest first. Only managers may read collections, so the
 * driver's own are read from the cash book, with the texts from `own_handover_words`.
 */
export async function ownHandovers(
  tx: Tx,
  { shop_id, user_id, driver_id, time_zone }: OwnRecords,
  { starts_at, ends_at }: Span,
): Promise<OnDay<OwnHandover>[]> {
  type Row = Timed<Omit<OwnHandover, 'receipt'>, 'completed_at'> & {
    receipt_path: string | null;
    receipt_sha256: string | null;
  };
  const reading = sql<Row>`
    with own as (
      select h.id, h.handover_type, h.handover_reference, h.amount_fils, h.difference_fils,
          h.card_machine_given or h.card_machine_received as card_machine, h.completed_at, h.receipt_url as receipt_path, f.sha256 as receipt_sha256,
          ${isVoided('handover', sql`h`)} as voided
        from cash_handovers h left join files f on f.shop_id = h.shop_id and f.id = h.receipt_file_id
        where h.shop_id = ${shop_id} and h.driver_id = ${driver_id} and h.handover_type <> 'collection'
          and h.completed_at >= ${starts_at} and h.completed_at < ${ends_at}
      union all
      select m.source_id, 'collection', null, m.amount_fils, null, false, m.occurred_at, null, null, ${isVoided('handover', sql`r`)}
        from cash_movements m cross join lateral (select m.shop_id, m.source_id as id) r
        where m.shop_id = ${shop_id} and m.from_user_id = ${user_id}::uuid and m.reason = 'collection'
          and m.occurred_at >= ${starts_at} and m.occurred_at < ${ends_at}
    )
    select to_char(o.completed_at at time zone ${time_zone}, 'YYYY-MM-DD') as day, o.*, coalesce(w.with_name, '') as with_name, w.card_machine_number
      from own o left join own_handover_words(${starts_at}, ${ends_at}) w on w.handover_id = o.id
      order by o.completed_at desc, o.id desc`;
  const { rows } = await reading.execute(tx);
  return rows.map(({ day, completed_at, receipt_path, receipt_sha256, ...row }) => ({
    day,
    record: {
      ...row,
      completed_at: completed_at.toISOString(),
      receipt: receipt_path === null ? null : fileOf({ path: receipt_path, sha256: receipt_sha256 }),
    },
  }));
}
