import { dayOf } from '../dates/dates.ts';
import type { MessageLanguage } from '../messages-to-customers.ts';
import type { OrderToMessage } from './message-values.ts';

const CUSTOMERS: Record<MessageLanguage, OrderToMessage['customer']> = {
  en: { first_name: 'Layla', last_name: 'Haddad' },
  ar: { first_name: 'ليلى', last_name: 'حداد' },
  ur: { first_name: 'لیلیٰ', last_name: 'حداد' },
};
const HOUR_MS = 3_600_000;

/** Returns an order that has a value for each placeholder, for previews of templates. */
export function sampleOrder(language: MessageLanguage, time_zone: string, now: Date): OrderToMessage {
  const in_two_hours = new Date(now.getTime() + 2 * HOUR_MS).toISOString();
  const tomorrow = dayOf(new Date(now.getTime() + 24 * HOUR_MS), time_zone);
  return {
    order_number: '1001',
    status: 'dispatching',
    payment_method: 'cash',
    payment_status: 'pending',
    due_amount_fils: 14_500,
    taken_fils: 0,
    customer: CUSTOMERS[language],
    promised_at: in_two_hours,
    attempt: {
      reason: 'nobody_home',
      reason_label: null,
      next: { day: tomorrow, from: '14:00', to: '16:00' },
    },
  };
}
