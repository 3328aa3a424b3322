import { describe, expect, it } from 'vitest';
import {
  canMove,
  DELIVERABLE_STATUSES,
  isDeliverable,
  isOpen,
  OPEN_STATUSES,
  ORDER_STATUSES,
  startsDispatching,
} from './order-life.ts';

const order = (status: (typeof ORDER_STATUSES)[number]) => ORDER_STATUSES.indexOf(status);

describe('an order', () => {
  it('moves forward up to delivering, back to packed, or to cancelled, while it is open', () => {
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) {
        const forward = order(to) > order(from) && order(to) <= order('delivering');
        const back = to === 'packed' && order(from) > order('packed');
        const allowed = isOpen(from) && (forward || back || to === 'cancelled');
        expect([from, to, canMove(from, to)]).toEqual([from, to, allowed]);
      }
    }
  });

  it('is open until completed or cancelled, and deliverable from dispatching on', () => {
    expect(ORDER_STATUSES.filter(isOpen)).toEqual([...OPEN_STATUSES]);
    expect(ORDER_STATUSES.filter(isDeliverable)).toEqual([...DELIVERABLE_STATUSES]);
  });

  it('starts its delivery time at dispatching, or at delivering if it has none yet', () => {
    expect(startsDispatching('dispatching', null)).toBe(true);
    expect(startsDispatching('dispatching', new Date())).toBe(true);
    expect(startsDispatching('delivering', null)).toBe(true);
    expect(startsDispatching('delivering', new Date())).toBe(false);
    expect(startsDispatching('dispatched', null)).toBe(false);
  });
});
