import { NAME_MAX, nameKey } from '../../../contract/rules/import/source-names.ts';
import type { IncomingLine } from './incoming-order.ts';

/**
 * Names of a tip in the form of `nameKey`: `Driver's tip` is `driver s tip`. Whole names only: `Tip-top
 * cleaner` and `TIP 200 pump` are goods.
 */
const TIP =
  /^(?:(?:driver|delivery|courier|rider|staff|service)(?: ?s)? )?(?:tips?|gratuit(?:y|ies))(?: (?:(?:for|to) )?(?:the |your |our )?(?:driver|delivery|courier|rider|staff|team)s?)?$/;
const TIP_IN_ARABIC = /^(?:ال)?(?:[إا]كرامي[ةه]|بقشيش)(?: (?:لل|ال)?(?:سائق|مندوب|توصيل|موظفين))?$/;

/** `15%)` of `Tip (15%)`: the percentage that the customer selected. The key drops the marks before it. */
const PERCENTAGE = /[\d٠-٩]{1,3}(?:[.,٫][\d٠-٩]{1,2})?\s*[%٪][\s)\]]*$/;

/** Every name of a tip contains one of these. Few lines do, and computing a key takes much longer. */
const LETTERS = /tip|gratuit|كرامي|بقشيش/i;

type NamedLine = Partial<
  Pick<IncomingLine, 'name' | 'sku' | 'qty' | 'unit_price_fils' | 'requires_shipping'>
>;

/**
 * True if the line is a tip: its amount is owed, but there is nothing to carry. A line that its source
 * reports as shipped is goods, whatever its name. If the source does not report it, a line with an SKU, or
 * with several priced pieces (nail tips), is goods as well.
 */
export function isTip(line: NamedLine): boolean {
  const { name = '', sku = '', qty = 1, unit_price_fils, requires_shipping } = line;
  if (requires_shipping === true || name.length > NAME_MAX || !LETTERS.test(name)) return false;
  const is_sold_by_piece = sku !== '' || (qty > 1 && unit_price_fils !== 0);
  if (is_sold_by_piece && requires_shipping !== false) return false;
  const key = nameKey(name.replace(PERCENTAGE, ''));
  return TIP.test(key) || TIP_IN_ARABIC.test(key);
}
