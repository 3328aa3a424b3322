import type { Locator } from '@playwright/test';

/** All named facts of a card, as text and in their order: name, then value. */
export async function factsOf(card: Locator): Promise<Record<string, string>> {
  const pairs = await card.locator('dt').evaluateAll((names) =>
    names.map((name) => {
      const value = name.nextElementSibling as HTMLElement | null;
      return [name.textContent ?? '', (value?.innerText ?? '').replace(/\s+/g, ' ').trim()];
    }),
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Where maps are asked for a place. */
export function mapsLink(query: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
