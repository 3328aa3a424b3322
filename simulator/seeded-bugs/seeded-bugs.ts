import { BUGS_OF_ATTEMPTS } from './bugs-of-attempts.ts';
import { BUGS_OF_PAYMENTS } from './bugs-of-payments.ts';
import { BUGS_OF_SECOND_PERSONS } from './bugs-of-second-persons.ts';
import type { SeededBug } from './seeded-bug.ts';

/**
 * The simulator must find each of these bugs soon; otherwise finding none in the product would prove nothing.
 */
export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    name: 'durability lost: the outbox does not wait for the disk',
    file: 'web/offline/outbox.ts',
    finds: "store.write(STORES, work, 'durable')",
    puts: 'store.write(STORES, work)',
  },
  {
    name: 'key not claimed: a repeated command runs again',
    file: 'server/operations/commands.ts',
    finds: 'if (!claimed) return replay(tx, key, request);',
    puts: 'void replay; void claimed;',
  },
  {
    name: 'new id on retry',
    file: 'web/offline/sending/sender.ts',
    finds: '        command_id,\n        as_user,\n',
    puts: '        command_id: environment.random.uuid(),\n        as_user,\n',
  },
  {
    name: 'lock missing: a collection reads a balance that others may change',
    file: 'server/handovers/collect-cash.ts',
    finds: 'lockBalanceOf(tx, staff.user_id)',
    puts: 'firstRow(tx, sql.join([sql`select cash_on_hand_fils as fils from cash_tracking where user_id =`, sql.lit(staff_user_id)], sql` `)).then((row) => row?.fils ?? 0)',
  },
  {
    name: 'balance twice: posted cash is added two times',
    sql_function: 'add_to_balance',
    finds: 't.cash_on_hand_fils + excluded.cash_on_hand_fils',
    puts: 't.cash_on_hand_fils + 2 * excluded.cash_on_hand_fils',
  },
  {
    name: 'reply not stored',
    file: 'server/operations/commands.ts',
    finds: "changingRows('commands', key, stored)",
    puts: "changingRows('commands', key, { status: null, body: null })",
  },
  {
    name: 'feed hint skipped',
    file: 'server/operations/record-change.ts',
    finds: 'if (change.touched.length === 0) return;',
    puts: 'if (change.touched.length >= 0) return;',
  },
  {
    name: 'audit row skipped',
    file: 'server/operations/record-change.ts',
    finds: "tx.later(addingRows('audit_events', [auditEvent(of_shop, change)]));",
    puts: '',
  },
  {
    name: 'feed cursor skips open transactions',
    file: 'server/changes/read-feed.ts',
    finds: "open: open.split(',').filter(Boolean)",
    puts: 'open: []',
  },
  {
    name: 'a server failure counts as a refusal',
    file: 'web/api/attempt.ts',
    finds: 'status < 500 && !RETRIED.includes(status)',
    puts: '!RETRIED.includes(status)',
  },
  {
    name: 'signing out deletes unrecorded commands',
    file: 'web/offline/outbox.ts',
    finds: "(entry) => entry.state === 'done' && entry.user_id !== user_id,",
    puts: '(entry) => entry.user_id !== user_id,',
  },
  {
    name: 'a sent command is not marked as sent',
    file: 'web/offline/sending/sender.ts',
    finds: 'if (!(await step(() => ({ command_sent: true })))) return;',
    puts: '',
  },
  {
    name: 'a second open command about the same subject is accepted',
    file: 'web/offline/outbox.ts',
    finds: '    open_subject,\n  };\n',
    puts: '  };\n',
  },
  {
    name: 'a delayed retry never happens',
    file: 'web/offline/sending/sender.ts',
    finds: "if ('at' in next) return wakeAt(next.at);",
    puts: "if ('at' in next) return;",
  },
  {
    name: 'files are not pinned',
    file: 'server/files/pin-file.ts',
    finds: 'coalesce(pinned_at, now())',
    puts: 'null',
  },
  {
    name: 'pinned files are swept',
    file: 'server/files/sweep-files.ts',
    finds: 'and pinned_at is null and uploaded_at',
    puts: 'and uploaded_at',
  },
  {
    name: 'content is deleted that another version still uses',
    file: 'server/files/content-lock.ts',
    finds: 'if ((await isNamed(tx, content)) || !(await mayGo())) return;',
    puts: 'if (!(await mayGo())) return;',
  },
  {
    name: 'a card payment counts as cash',
    file: 'contract/rules/orders/tender.ts',
    finds: "cash_fils: tender === 'cash' ? collected_fils : 0,",
    puts: 'cash_fils: collected_fils,',
  },
  {
    name: 'a delivered order has no fulfilment',
    file: 'server/deliveries/record-delivery.ts',
    finds: "    addRow(tx, 'order_fulfilments', { shop_id, order_id }),\n",
    puts: '',
  },
  {
    name: 'cash of a handover moves in the wrong direction',
    file: 'server/handovers/record-handover.ts',
    finds: "handover_type === 'start' ? [actor.user_id, staff_user_id] : [staff_user_id, actor.user_id]",
    puts: "handover_type === 'end' ? [actor.user_id, staff_user_id] : [staff_user_id, actor.user_id]",
  },
  {
    name: 'a repeated command gets a different reply',
    file: 'server/operations/commands.ts',
    finds: 'return { status: earlier.status, body: earlier.body, of_erased };',
    puts: "return { status: earlier.status, body: '{}', of_erased };",
  },
  {
    name: 'pending movements are never posted',
    file: 'server/cash/post-waiting-movements.ts',
    finds: 'select shop_id, id from cash_movements where posted_at is null',
    puts: 'select shop_id, id from cash_movements where posted_at is not null',
  },
  {
    name: 'a broken connection commits in part: the key is claimed outside the transaction',
    file: 'server/operations/commands.ts',
    finds: '  if (!claimed)',
    puts: '  if (claimed) await sql`commit and chain`.execute(tx);\n  if (!claimed)',
  },
  {
    name: 'a missing response counts as not recorded',
    file: 'web/offline/sending/sending-states.ts',
    finds: "return failure.sent || was_unknown ? 'unknown' : 'not_recorded';",
    puts: "return 'not_recorded';",
  },
  {
    name: 'two tabs give the same number to two commands',
    file: 'web/offline/device-numbers.ts',
    finds: 'throw new NumberTaken(last);',
    puts: '{}',
  },
  {
    name: 'a refused or discarded command does not close its number',
    file: 'web/offline/device-numbers.ts',
    finds: "await tx.put('notes', closed, closedNote(shop_id, number));",
    puts: '',
  },
  {
    name: 'a command is sent without its number',
    file: 'web/offline/sending/sender.ts',
    finds: '        ...(numbered && { numbered }),\n',
    puts: '',
  },
  {
    name: 'a command still open on a phone counts as settled',
    sql_function: 'unsettled_device_numbers',
    finds: 'amount_fils, known_since from device_numbers n',
    puts: "amount_fils, known_since from (select * from device_numbers where state = 'missing') n",
  },
  ...BUGS_OF_ATTEMPTS,
  ...BUGS_OF_SECOND_PERSONS,
  ...BUGS_OF_PAYMENTS,
];
