import type { SeededBug } from './seeded-bug.ts';

/** Bugs in attempts and in setting out. */
export const BUGS_OF_ATTEMPTS: readonly SeededBug[] = [
  {
    name: 'an attempt is recorded twice',
    file: 'server/deliveries/attempts/record-attempt.ts',
    finds: "attempt: addRow(tx, 'delivery_attempts', attempt),",
    puts: "attempt: addRow(tx, 'delivery_attempts', attempt).then(() => addRow(tx, 'delivery_attempts', { ...attempt, id: tx.newId(), command_id: tx.newId(), number: attempt.number + 1 })),",
  },
  {
    name: 'an attempt keeps its order on the road',
    file: 'server/deliveries/attempts/record-attempt.ts',
    finds: 'order: conflict === null ? leaveRoad(tx, order, attempt) : Promise.resolve(),',
    puts: 'order: Promise.resolve(leaveRoad).then(() => undefined),',
  },
  {
    name: 'an undo does not restore the start time',
    file: 'server/deliveries/attempts/undo-attempt.ts',
    finds: '{ status: attempt.from_status, dispatching_started_at: attempt.from_started_at }',
    puts: '{ status: attempt.from_status }',
  },
  {
    name: 'setting out ignores an open attempt',
    file: 'server/orders/stops/set-out.ts',
    finds: "return order.open_attempt_id !== null && !after_attempt ? 'attempted' : null;",
    puts: 'return null;',
  },
];
