import type { Locator } from '@playwright/test';

/** Reads all named facts of a card as text, in order: name, then value. */
export async function factsOf(card: Locator): Promise<Record<string, string>> {
  const pairs = await card.locator('dt').evaluateAll((names) =>
    names.map((name) => {
      const value = name.nextElementSibling as HTMLElement | null;
      return [name.textContent ?? '', (value?.innerText ?? '').replace(/\s+/g, ' ').trim()];
    }),
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** The link that searches for a place in Google Maps. */
export function mapsLink(query: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
