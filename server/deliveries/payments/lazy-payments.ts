import { commandRoute, readRoute } from '../../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const collectOwedRoute = commandRoute('collect_owed', async (tx, actor, input, command) => {
  const { collectOwed } = await import('./collect-owed.ts');
  return collectOwed(tx, actor, input, command);
});

export const matchPaymentRoute = commandRoute('match_payment', async (tx, actor, input, command) => {
  const { matchPayment } = await import('./match-payment.ts');
  return matchPayment(tx, actor, input, command);
});

export const requestWaiverRoute = commandRoute('request_waiver', async (tx, actor, input, command) => {
  const { requestWaiver } = await import('./waiver.ts');
  return requestWaiver(tx, actor, input, command);
});

export const listOpenPaymentsRoute = readRoute('list_open_payments', async ({ tx, actor, query }) => {
  const { listOpenPayments } = await import('./open-payments.ts');
  return listOpenPayments(tx, actor, query);
});

export const readNewestOwedRoute = readRoute('read_newest_owed', async ({ tx, actor }) => {
  const { readNewestOwed } = await import('./open-payments.ts');
  return readNewestOwed(tx, actor.shop_id);
});

export const listOwedAtDoorRoute = readRoute('list_owed_at_door', async ({ tx, actor }) => {
  const { listOwedAtDoor } = await import('./owed-at-door.ts');
  return listOwedAtDoor(tx, actor);
});
