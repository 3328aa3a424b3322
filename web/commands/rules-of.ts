import type { CommandRules, RulesOf } from '../offline/command-rules.ts';
import type { CommandName } from '../offline/outbox-entry.ts';

/** What is signed by two people at a table, or by one at a counter. */
export const AT_THE_TABLE = {
  sent_again: 'by_pressing',
  settlesSubject: () => false,
  orderToFulfil: () => null,
} as const;

export const AT_THE_DOOR: CommandRules<'confirm_delivery'> = {
  sent_again: 'by_itself',
  // A stale tab may still offer an order that is delivered: a second command would count its cash again. An order that was
  // cancelled, reassigned or taken back may come out for delivery once more.
  settlesSubject: ({ outcome, conflict }) => outcome === 'delivered' || conflict === 'already_delivered',
  orderToFulfil: ({ outcome, order }) => (outcome === 'delivered' ? order.id : null),
};

/** A driver's order of his stops. */
export const ON_THE_ROAD = {
  sent_again: 'by_itself',
  settlesSubject: () => false,
  orderToFulfil: () => null,
} as const;

const RULES: { [N in CommandName]: CommandRules<N> } = {
  confirm_delivery: AT_THE_DOOR,
  arrange_stops: ON_THE_ROAD,
  start_handover: AT_THE_TABLE,
  end_handover: AT_THE_TABLE,
  collect_cash: AT_THE_TABLE,
  record_deposit: AT_THE_TABLE,
  record_float: AT_THE_TABLE,
};

/** What outbox and sender have to know, without the words and the making of the commands: a worker has no need of those. */
export const rulesOf: RulesOf = (endpoint) => RULES[endpoint];
