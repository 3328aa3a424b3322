import type { EndpointAnswer } from '../../contract/schemas/endpoint-schemas.ts';
import type { CommandName } from './outbox-entry.ts';

type Rules<N extends CommandName> = {
  /**
   * How it is sent again once it is certain that an attempt recorded nothing (ruling E3). A delivery is a fact, and goes out
   * by itself. What two people sign at a table waits until they press again, or think better of it. A command whose
   * outcome is unknown is always sent again by itself.
   */
  sent_again: 'by_itself' | 'by_pressing';
  /** True when, after this answer, the same subject can never need this command again on this device. */
  settlesSubject(answer: EndpointAnswer<N>): boolean;
  /** The order whose fulfilment in the shop's own system is to be nudged; null for none. */
  orderToFulfil(answer: EndpointAnswer<N>): string | null;
};

const AT_THE_TABLE = {
  sent_again: 'by_pressing',
  settlesSubject: () => false,
  orderToFulfil: () => null,
} as const;

const COMMAND_RULES: { [N in CommandName]: Rules<N> } = {
  confirm_delivery: {
    sent_again: 'by_itself',
    // A stale tab may still offer an order that is delivered: a second command would count its cash again. An order that
    // was cancelled, reassigned or taken back may come out for delivery once more.
    settlesSubject: ({ outcome, conflict }) => outcome === 'delivered' || conflict === 'already_delivered',
    orderToFulfil: ({ outcome, order }) => (outcome === 'delivered' ? order.id : null),
  },
  start_handover: AT_THE_TABLE,
  end_handover: AT_THE_TABLE,
  collect_cash: AT_THE_TABLE,
  record_deposit: AT_THE_TABLE,
};

/** What differs between the commands. */
export function rulesOf<N extends CommandName>(endpoint: N): Rules<N> {
  return COMMAND_RULES[endpoint];
}
