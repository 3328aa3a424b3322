import type { SeededBug } from './seeded-bug.ts';

/** Bugs in attempts, setting out, and the decisions about goods and orders. */
export const BUGS_OF_ATTEMPTS: readonly SeededBug[] = [
  {
    name: 'an attempt is recorded twice',
    file: 'server/deliveries/attempts/record-attempt.ts',
    finds: "attempt: refuseUsedId('attempt_id', addRow(tx, 'delivery_attempts', attempt)),",
    puts: "attempt: refuseUsedId('attempt_id', addRow(tx, 'delivery_attempts', attempt)).then(() => addRow(tx, 'delivery_attempts', { ...attempt, id: tx.newId(), command_id: tx.newId(), number: attempt.number + 1 })),",
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
    finds: "if (order.open_attempt_id !== null) return after_attempt ? null : 'attempted';",
    puts: 'void after_attempt;',
  },
  {
    name: 'returned goods leave their order on the road',
    file: 'server/handovers/decide-goods.ts',
    finds: "outcome === 'returned' && isWithDriver(order.status)",
    puts: "outcome === 'returned' && !isWithDriver(order.status) && order.status === 'dispatching'",
  },
  {
    name: 'a decision about goods is lost',
    file: 'server/handovers/decide-goods.ts',
    finds: 'const rows = goods.map(',
    puts: 'const rows = goods.slice(1).map(',
  },
  {
    name: 'a postponed order keeps its promise',
    file: 'server/orders/bulk/postpone-orders.ts',
    finds: '      await changePromises(tx, actor, locked, promised_at);\n',
    puts: '      void changePromises;\n',
  },
];
