import { nameKey } from '../../../contract/rules/source-names.ts';
import type { IncomingLine } from './incoming-order.ts';

/** Names of a tip, as `nameKey` writes them. Whole names only: `Tip-top cleaner` and `TIP 200 pump` are goods. */
const TIP =
  /^(?:(?:driver|delivery|courier|rider|staff|service)s? )?(?:tips?|gratuit(?:y|ies))(?: (?:for|to) (?:the |your |our )?(?:driver|delivery|courier|rider|staff|team)s?)?$/;
const TIP_IN_ARABIC = /^(?:ال)?(?:[إا]كرامي[ةه]|بقشيش)(?: (?:لل|ال)?(?:سائق|مندوب|توصيل|موظفين))?$/;

/** `Tip (15%)`: the percentage that the customer selected. */
const PERCENTAGE = /[\s([]*[\d٠-٩]{1,3}(?:[.,٫][\d٠-٩]{1,2})?\s*[%٪][\s)\]]*$/;

/** In each name of a tip. Few lines have it, and a key takes much longer. */
const LETTERS = /tip|gratuit|كرامي|بقشيش/i;

type NamedLine = Partial<Pick<IncomingLine, 'name' | 'requires_shipping'>>;

/**
 * True of a line that is a tip: its amount is owed, but there is nothing to carry. A line that its source reports as shipped is goods,
 * whatever its name.
 */
export function isTip({ name = '', requires_shipping }: NamedLine): boolean {
  if (requires_shipping === true || !LETTERS.test(name)) return false;
  const key = nameKey(name.replace(PERCENTAGE, ''));
  return TIP.test(key) || TIP_IN_ARABIC.test(key);
}
