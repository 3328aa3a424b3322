import type { EndpointAnswer } from '../../contract/operations/endpoint-schemas.ts';
import type { CommandName } from './outbox-entry.ts';

/** What outbox and sender have to know of a command; each command's own file says it (`web/commands/`). */
export type CommandRules<N extends CommandName = CommandName> = {
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

/** Outbox and sender are given the commands' rules: they stand below the commands. */
export type RulesOf = <N extends CommandName>(endpoint: N) => CommandRules<N>;
