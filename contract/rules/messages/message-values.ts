import { formatMoney } from '../amounts/money.ts';
import { dayOf, formatTime } from '../dates/dates.ts';
import type { MessageLanguage } from '../messages-to-customers.ts';
import { defaultTender } from '../orders/tender.ts';
import { type OrderToCollect, toCollect } from '../orders/to-collect.ts';
import type { MessageValues } from './fill-template.ts';
import { MESSAGE_TEXTS, type MessageTexts } from './message-texts.ts';

/** The day of the next attempt in the shop's time zone, and optionally its window. */
type NextAttempt = { day: string; from: string | null; to: string | null };

type Attempt = {
  reason: string;
  /** The shop's own label; null for a built-in one. */
  reason_label: string | null;
  next?: NextAttempt | null | undefined;
};

export type OrderToMessage = OrderToCollect & {
  order_number: string;
  taken_fils: number;
  customer: { first_name: string; last_name: string };
  promised_at?: string | null | undefined;
  attempt?: Attempt | null | undefined;
};

/** The names in a message; empty if they are unknown. */
export type Sender = { driver: string; shop: string };

/** Returns the value of each placeholder in one language; empty if the order has none. */
export function messageValues(
  order: OrderToMessage,
  language: MessageLanguage,
  { sender, time_zone, now }: { sender: Sender; time_zone: string; now: Date },
): MessageValues {
  const texts = MESSAGE_TEXTS[language];
  const due_fils = toCollect(order, order.taken_fils);
  const { first_name, last_name } = order.customer;
  return {
    customer: `${first_name} ${last_name}`,
    ...sender,
    // In a text from right to left, a leading # would be shown after the number.
    order: language === 'en' ? `#${order.order_number}` : order.order_number,
    amount: due_fils > 0 ? formatMoney(due_fils) : texts.nothing_to_pay,
    tender: due_fils > 0 ? texts.tenders[defaultTender(order) ?? 'either'] : '',
    window: expectedText(texts, order.promised_at ?? null, time_zone, now),
    reason: reasonText(texts, order.attempt),
    next: nextText(texts, order.attempt?.next),
  };
}

/** Returns an empty text for a promised time that has passed. */
function expectedText(texts: MessageTexts, promised_at: string | null, time_zone: string, now: Date): string {
  if (promised_at === null || Date.parse(promised_at) <= now.getTime()) return '';
  const day = dayOf(promised_at, time_zone);
  const is_today = day === dayOf(now, time_zone);
  return texts.expected({
    day: is_today ? null : dayText(texts, day),
    time: formatTime(promised_at, time_zone),
  });
}

function reasonText(texts: MessageTexts, attempt: Attempt | null | undefined): string {
  if (!attempt) return '';
  const { reason, reason_label } = attempt;
  return reason_label ?? (Object.hasOwn(texts.reasons, reason) ? (texts.reasons[reason] ?? '') : '');
}

function nextText(texts: MessageTexts, next: NextAttempt | null | undefined): string {
  return next ? texts.next({ ...next, day: dayText(texts, next.day) }) : '';
}

/** Formats `2026-11-30` as `30 Nov 2026`. */
function dayText({ months }: MessageTexts, day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}
