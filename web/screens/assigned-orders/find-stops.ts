import type { Stop } from '../../commands/delivery/stops.ts';

/** The stops whose number or customer has everything that was typed; all of them where nothing was. */
export function findStops(stops: readonly Stop[], typed: string): readonly Stop[] {
  const words = plain(typed).split(' ').filter(Boolean);
  if (words.length === 0) return stops;
  return stops.filter(({ order: { order_number, customer } }) => {
    const told = plain(`${order_number} ${customer.first_name} ${customer.last_name}`);
    return words.every((word) => told.includes(word));
  });
}

/** Without case, accents, signs, and what Arabic is written with or without; in digits that order numbers have. */
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
