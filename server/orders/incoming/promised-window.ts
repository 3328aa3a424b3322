import { latinNumber } from '../../../contract/rules/amounts/number-text.ts';
import { nameKey } from '../../../contract/rules/import/source-names.ts';
import {
  type LocalDateTime,
  readDateIn,
  readLocalDate,
} from '../../../contract/rules/local-date/read-local-date.ts';
import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import { instantOf } from './local-time.ts';

/** The names of the selected date and time in delivery-date apps, in the form of `nameKey`. */
const DATES = new Set([
  ...[
    'delivery date',
    'deliverydate',
    'date of delivery',
    'preferred delivery date',
    'delivery day',
    'shipping date',
  ],
  ...['scheduled delivery date', 'requested delivery date', 'تاريخ التوصيل', 'يوم التوصيل', 'موعد التوصيل'],
]);
const TIMES = new Set([
  ...[
    'delivery time',
    'deliverytime',
    'delivery slot',
    'delivery time slot',
    'delivery timeslot',
    'time slot',
  ],
  ...['delivery window', 'delivery time window', 'preferred delivery time', 'وقت التوصيل', 'فترة التوصيل'],
]);

const RANGE = /^(?:from\s|من\s)?\s*(.+?)\s*(?:-|–|—|to|until|till|الى|إلى|حتى)\s*(.+)$/i;
const HALF_OF_DAY = /(?:[ap]\.?m\.?|[صم]|صباحا|مساءا?|ظهرا)\p{Mn}*$/iu;
const HALF_DAY_MINUTES = 12 * 60;
const END_OF_DAY = '23:59';
/** Maximum length: no window is longer, and the pattern's time grows with the square of the length. */
const WINDOW_MAX = 100;

/**
 * The promised time of an order: the end of the window that its customer selected, on the shop's clock.
 * Undefined without an unambiguous date; a date that may be two days is not guessed.
 */
export function promisedBy(requests: readonly CustomerRequest[], time_zone: string): Date | undefined {
  const of = (names: ReadonlySet<string>) =>
    requests
      .find(({ name }) => names.has(nameKey(name)))
      ?.text.trim()
      .split('\n', 1)[0] ?? '';
  const day = dayOf(latinNumber(of(DATES)).trim());
  if (!day) return undefined;
  const end = endOf(latinNumber(of(TIMES).slice(0, WINDOW_MAX)).trim(), day);
  return instantOf(end ?? { day, time: END_OF_DAY }, time_zone);
}

/** Undefined for a date that may be two days: no user can be asked about a customer's text. */
function dayOf(text: string): string | undefined {
  const readings = readLocalDate(text);
  if (typeof readings === 'string') return undefined;
  const [one, other] = [readings.dmy?.day, readings.mdy?.day];
  return one === undefined || other === undefined || one === other ? (one ?? other) : undefined;
}

/**
 * The end of a window: `10:00 - 12:00`, `10am to 12pm`; a single time is its own end. An end at or before the
 * start is on the next day: `8 PM - 12 AM`. Undefined if it is unreadable or may mean a time after noon:
 * `10:00 - 2:00`.
 */
function endOf(text: string, day: string): LocalDateTime | undefined {
  const [, first, later = text] = RANGE.exec(text) ?? [];
  const end = minutesOf(later, day);
  // A start without AM or PM is before noon: `8 - 12 AM`, and `8 - 10 PM` ends on the same day either way.
  const start = first === undefined ? -1 : (minutesOf(first, day) ?? minutesOf(`${first} AM`, day));
  if (end === undefined || start === undefined) return undefined;
  const time = readTime(later, day)?.time ?? null;
  if (end > start) return { day, time };
  if (!HALF_OF_DAY.test(later.trim()) && end + HALF_DAY_MINUTES > start) return undefined;
  return { day: dayAfter(day), time };
}

/** Minutes since midnight. */
function minutesOf(text: string, day: string): number | undefined {
  const [hours, minutes] = readTime(text, day)?.time?.split(':') ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

function readTime(text: string, day: string): LocalDateTime | undefined {
  const moment = readDateIn(`${day} ${text.trim()}`, 'dmy');
  return typeof moment === 'string' || moment.zone_minutes !== undefined ? undefined : moment;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
