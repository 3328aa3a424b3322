import type { Action } from '../book/book.ts';
import type { Phone } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import { doing } from './doing.ts';
import type { StepContext } from './step-context.ts';

/**
 * A driver delivers without signal. The desk takes the other orders back, and an admin ends the day before
 * the deliveries arrive: the driver hands in their cash too, which the book does not know yet.
 */
export function endTooEarly(
  of: StepContext,
  admin: Phone,
  { driver, for_ms }: { driver: number; for_ms: number },
  luck: Random,
): void {
  const { acts, book, crowd, faults, schedule, shops, terminal } = of;
  const phone = crowd.phone(driver);
  const person = shops
    .flatMap(({ people }) => people)
    .find(({ user_id }) => user_id === phone?.person.user_id);
  if (!phone || !person) return;
  const randomOf = (name: string) => luck.branch(name);
  // The driver has lost or found some cash.
  const off_fils = luck.between(-3, 1) * 500;
  const deliverAll = async () => {
    // Without signal the phone shows the stops that it has read before.
    faults.count('network away');
    phone.setSignal(false);
    for (const turn of ['first', 'second']) await acts.deliver(phone, randomOf(turn));
  };
  const notArrived = () =>
    book
      .all()
      .filter(({ person: by, outcome }) => by === phone.person && !outcome)
      .reduce((sum, { action }) => sum + cashOf(action), 0);
  doing(of, deliverAll());
  schedule.after(5_000, () => doing(of, terminal.cancelAllOf(person)));
  schedule.after(45_000, () => {
    doing(of, acts.endWithDifference(admin, person.user_id, notArrived() + off_fils, randomOf('end')));
  });
  schedule.after(for_ms, () => phone.setSignal(true));
}

/** The cash of a delivery, in fils. */
function cashOf(action: Action): number {
  if (action.kind === 'delivery as taken') return action.taken.cash_fils;
  return action.kind === 'delivery' && action.tender === 'cash' ? action.due_fils : 0;
}
