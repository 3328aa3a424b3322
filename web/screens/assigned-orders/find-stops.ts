import type { Stop } from '../../commands/delivery/stops.ts';

/** Returns the stops whose number or customer contains every typed word; all stops if nothing was typed. */
export function findStops(stops: readonly Stop[], typed: string): readonly Stop[] {
  const words = plain(typed).split(' ').filter(Boolean);
  if (words.length === 0) return stops;
  return stops.filter(({ order: { order_number, customer } }) => {
    const text = plain(`${order_number} ${customer.first_name} ${customer.last_name}`);
    return words.every((word) => text.includes(word));
  });
}

/**
 * Normalizes text for searching: case, accents, `#`, optional Arabic marks and letter forms, and Eastern
 * digits.
 */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640#]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ');
}
