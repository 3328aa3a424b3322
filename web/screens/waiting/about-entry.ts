import { t } from '@lingui/core/macro';
import type { Tender } from '../../../contract/rules/tender.ts';
import { unsentSettlement } from '../../commands/unsent-cash.ts';
import type { CommandName, OutboxEntry } from '../../offline/outbox-entry.ts';

/** What an entry is, for whoever looks through what waits. */
export type About = {
  what: string;
  /** With whom it was done; null where that says nothing. */
  who: string | null;
  /** Null where it is about no money. */
  amount_fils: number | null;
  /** Of a delivery, how it was paid at the door; null where it was not. */
  tender?: Tender | null;
};

type Told<N extends CommandName> = (entry: Pick<OutboxEntry<N>, 'input' | 'about_order'>) => About;

const ABOUT: { [N in CommandName]: Told<N> } = {
  confirm_delivery(entry) {
    const { tender, collected_fils } = unsentSettlement(entry);
    const number = entry.about_order?.order_number;
    return {
      what: number === undefined ? t`Delivery` : t`Order #${number}`,
      who: entry.input.customer_name,
      amount_fils: collected_fils,
      tender,
    };
  },
  start_handover: ({ input }) => ({
    what: t`Start Of Day Handover`,
    who: input.driver_signature.signer,
    amount_fils: input.amount_fils,
  }),
  end_handover: ({ input }) => ({
    what: t`End Of Day Handover`,
    who: input.driver_signature.signer,
    amount_fils: input.amount_fils,
  }),
  collect_cash: ({ input }) => ({
    what: t`Collection`,
    who: input.user_signature.signer,
    amount_fils: input.amount_fils,
  }),
  arrange_stops: () => ({ what: t`Order of your stops`, who: null, amount_fils: null }),
  record_deposit: ({ input }) => ({ what: t`Bank deposit`, who: null, amount_fils: input.amount_fils }),
  record_float: ({ input }) => ({ what: t`Float`, who: null, amount_fils: input.amount_fils }),
};

export function aboutEntry<N extends CommandName>(entry: OutboxEntry<N>): About {
  return ABOUT[entry.endpoint](entry);
}
