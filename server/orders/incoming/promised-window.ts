import type { CustomerRequest } from '../../../contract/rules/customer-request.ts';
import { latinNumber } from '../../../contract/rules/number-text.ts';
import { nameKey } from '../../../contract/rules/source-names.ts';
import { instantOf, type LocalMoment, readLocalMoment } from './local-moment.ts';

/** What apps for delivery dates call what the customer selected, as `nameKey` writes it. */
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

const RANGE = /^(.+?)\s*(?:-|–|—|to|until|till|الى|إلى|حتى)\s*(.+)$/i;
const END_OF_DAY = '23:59';

/**
 * By when an order is promised: the end of the window that its customer selected, on the shop's wall clock. Undefined where no date is
 * named that can be one day only; what could be two days is not guessed.
 */
export function promisedBy(requests: readonly CustomerRequest[], time_zone: string): Date | undefined {
  const of = (names: ReadonlySet<string>) =>
    requests.find(({ name }) => names.has(nameKey(name)))?.text ?? '';
  const day = dayOf(latinNumber(of(DATES)).trim());
  if (!day) return undefined;
  const end = endOf(latinNumber(of(TIMES)).trim(), day) ?? END_OF_DAY;
  return instantOf({ day, time: end }, time_zone);
}

function dayOf(text: string): string | undefined {
  const dashed = text.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})/, '$1-$2-$3');
  const [one, other] = (['dmy', 'mdy'] as const).map((order) => readLocalMoment(dashed, order)?.day);
  return one === undefined || other === undefined || one === other ? (one ?? other) : undefined;
}

/** The later end of `10:00 - 12:00`, `10am to 12pm`; of one time, that. */
function endOf(text: string, day: string): string | undefined {
  const [, , later = text] = RANGE.exec(text) ?? [];
  return readTime(later, day)?.time ?? undefined;
}

function readTime(text: string, day: string): LocalMoment | undefined {
  return readLocalMoment(`${day} ${text.trim()}`, 'dmy');
}
