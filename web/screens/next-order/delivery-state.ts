import type { Order } from '../../../contract/schemas/orders.ts';
import { needsManager } from '../../api/unknown-outcome.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/**
 * What the form shows of a delivery that was confirmed on this device. Only `open` and `refused` can be filled in.
 * busy: on its way. waiting: kept until there is a connection, or until an older one has its answer. photo_failed, note_failed: a file could not be uploaded.
 * answered_failure: the server failed and said so. unknown: sent, no answer came (ruling E3). needs_manager: neither, and the
 * server does not take it from this driver any more.
 */
export type DeliveryState =
  | 'open'
  | 'busy'
  | 'waiting'
  | 'photo_failed'
  | 'note_failed'
  | 'answered_failure'
  | 'unknown'
  | 'needs_manager'
  | 'sign_in'
  | 'refused'
  | 'done';

type Entry = Pick<OutboxEntry, 'state' | 'last_error' | 'occurred_at' | 'clock_offset_ms'>;
type Sent = Pick<Order, 'dispatching_started_at'>;

/**
 * `may_go`: there is a connection, and no older delivery is in the way. A failure stays shown while the next attempt runs, so
 * that the form does not flicker between two states.
 */
export function deliveryState(entry: Entry | undefined, may_go: boolean, order?: Sent): DeliveryState {
  if (!entry) return 'open';
  switch (entry.state) {
    case 'done':
      return order && sentOutAgain(entry, order) ? 'open' : 'done';
    case 'unknown':
      return needsManager(entry) ? 'needs_manager' : 'unknown';
    case 'refused':
    case 'sign_in':
      return entry.state;
    case 'held':
    case 'queued':
    case 'sending':
      return waitingState(entry, may_go);
  }
}

function waitingState({ last_error, state }: Entry, may_go: boolean): DeliveryState {
  if (!last_error) return may_go || state === 'sending' ? 'busy' : 'waiting';
  if (last_error.stage === 'photo') return 'photo_failed';
  if (last_error.stage === 'note') return 'note_failed';
  return last_error.problem ? 'answered_failure' : 'waiting';
}

/**
 * An order that was returned to the shop after this device delivered it, and is out once more, may be delivered once
 * more. Anything else that is still shown after `done` is an old answer, and must not offer a second confirmation.
 */
function sentOutAgain(entry: Entry, order: Sent): boolean {
  const delivered_ms = Date.parse(entry.occurred_at) + entry.clock_offset_ms;
  return order.dispatching_started_at !== null && Date.parse(order.dispatching_started_at) > delivered_ms;
}

export function isReadOnly(state: DeliveryState): boolean {
  return state !== 'open' && state !== 'refused';
}
