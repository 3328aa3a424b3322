import type { SeededBug } from './seeded-bug.ts';

/** Bugs in approvals, shortages and overs, voids, cash handed in during the day, and ceilings. */
export const BUGS_OF_SECOND_PERSONS: readonly SeededBug[] = [
  {
    name: 'a user approves their own request',
    file: 'server/approvals/find-approval.ts',
    finds: "return actor.kind === 'operator' ? requested_by === null : requested_by === actor.user_id;",
    puts: 'return actor.kind === requested_by;',
  },
  {
    name: 'an approval is executed twice',
    file: 'server/approvals/carry-out.ts',
    finds: 'await bookAdjustment(tx, { ...(record as Adjustment), ...booked });',
    puts: 'await bookAdjustment(tx, { ...(record as Adjustment), ...booked }); await bookAdjustment(tx, { ...(record as Adjustment), ...booked, id: tx.newId() });',
  },
  {
    name: 'a decision makes no change',
    file: 'server/approvals/carry-out.ts',
    finds: 'await addWriteOff(tx, shop_id, { ...(record as WriteOff), approval_id }, by);',
    puts: 'void addWriteOff;',
  },
  {
    name: 'an expired request is approved',
    file: 'server/approvals/decide-approval.ts',
    finds: "if (now > approval.expires_at) throw new Problem('approval_expired');",
    puts: '',
  },
  {
    name: 'a float above the limit needs no approval',
    file: 'server/floats/record-float.ts',
    finds: "if (exceeds_limit) throw new Problem('approval_needed');",
    puts: 'void exceeds_limit;',
  },
  {
    name: 'a difference is booked while numbers are missing',
    file: 'server/handovers/day-handover.ts',
    finds: "return blockers.length === 0 ? 'booked' : 'undecided';",
    puts: "return blockers.length >= 0 ? 'booked' : 'undecided';",
  },
  {
    name: 'a shortage is offset with the over of another person',
    file: 'server/handovers/day-handover.ts',
    finds: "difference_fils: difference_outcome === 'booked' ? (facts.difference_fils ?? 0) : 0,",
    puts: `difference_fils: difference_outcome !== 'booked' ? 0 : (facts.difference_fils ?? 0) > 0 ? (facts.difference_fils ?? 0)
      : Math.min(0, (facts.difference_fils ?? 0) + Number((await sql<{ fils: string }>\`
        select coalesce(sum(case when from_holder = 'over' then amount_fils else -amount_fils end), 0) as fils from cash_movements
        where shop_id = \${actor.shop_id} and 'over' in (from_holder, to_holder)
          and account_user_id <> \${driver.user_id}::uuid\`.execute(tx)).rows[0]?.fils)),`,
  },
  {
    name: 'a settlement exceeds what is open',
    file: 'server/cash/differences.ts',
    finds: 'return (await oneRow(tx, locking)).open_fils;',
    puts: 'return (await oneRow(tx, locking)).open_fils + 1_000;',
  },
  {
    name: 'a late delivery does not cancel an over',
    sql_function: 'cancel_over',
    finds: "d.kind = 'over' and h.completed_at >= new.occurred_at",
    puts: "d.kind = 'none' and h.completed_at >= new.occurred_at",
  },
  {
    name: 'a late delivery cancels more of an over than its cash',
    sql_function: 'cancel_over',
    finds: 'v_fils := least(v_left_fils, (',
    puts: 'v_fils := greatest(0, (',
  },
  {
    name: 'a void leaves the card machine with its driver',
    file: 'server/voids/reverse-record.ts',
    finds:
      'if (card_machine_id !== null) await moveCardMachine(tx, shop_id, card_machine_id, machine_from_driver_id);',
    puts: 'void moveCardMachine;',
  },
  {
    name: 'a void reverses only the first movement',
    file: 'server/cash/voids/reverse-movements.ts',
    finds: 'of rows.entries()) {',
    puts: 'of rows.slice(0, 1).entries()) {',
  },
  {
    name: 'a void leaves its receiver below zero',
    file: 'server/voids/void-blocker.ts',
    finds: 'held_fils < record.amount_fils) {',
    puts: 'held_fils === -1) {',
  },
  {
    name: 'a void ignores a later end of day',
    file: 'server/voids/void-blocker.ts',
    finds: "if (ended) return { because: 'later_end_of_day', ...ended };",
    puts: 'void ended;',
  },
  {
    name: 'cash handed in during the day is compared with the balance',
    file: 'server/handovers/day-handover.ts',
    finds: 'async () => NOTHING_COMPARED,',
    puts: "async ({ user_id }) => ({ ...NOTHING_COMPARED, difference_fils: input.amount_fils - (await lockBalanceOf(tx, user_id)), difference_choice: 'short_or_over' as const }),",
  },
  {
    name: 'a ceiling of cash blocks deliveries',
    file: 'server/deliveries/deliver.ts',
    finds: 'const { delivery, payment } = await decideDelivery(context, input, decidePayment);',
    puts: 'await (await import(`../orders/status/assign-order.ts`)).assertBelowCeiling(tx, actor.shop_id, driver_id); const { delivery, payment } = await decideDelivery(context, input, decidePayment);',
  },
];
