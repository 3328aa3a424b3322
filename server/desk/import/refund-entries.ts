const AMOUNT = /^\s*amount\s*:(.*)$/i;

/**
 * Returns the amounts of WooCommerce's `refund_items`, as texts: `amount:40|reason:Broken|date:2026-11-20`,
 * several refunds separated by semicolons. An entry without exactly one amount is returned whole, so that the
 * caller refuses it. Returns undefined for other texts.
 */
export function refundEntries(text: string): string[] | undefined {
  if (!/amount\s*:/i.test(text)) return undefined;
  const entries = text.split(';').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const [amount, other] = entry.split('|').flatMap((part) => AMOUNT.exec(part)?.[1] ?? []);
    return (other === undefined ? amount : undefined)?.trim() ?? entry.trim();
  });
}
