import { layoutFor } from '../columns/layout-for.ts';
import { kindOf, type Remembered } from '../import-source.ts';
import type { OpenedFacts } from '../reader/reader-worker.ts';

type Choices = OpenedFacts['choices'];

/**
 * Returns the sheets that most likely contain the orders: those that are a Shopify export or have a
 * remembered layout, otherwise those with known headers, otherwise all.
 */
export function likelySheets(choices: Choices, remembered: Remembered): Choices {
  const mapped = choices.filter(
    ({ header }) => kindOf(header) === 'shopify' || layoutFor(header, [], remembered).known,
  );
  if (mapped.length > 0) return mapped;
  const known = choices.filter(({ is_known }) => is_known);
  return known.length > 0 ? known : choices;
}
