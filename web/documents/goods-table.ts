import { t } from '@lingui/core/macro';
import { cutGraphemes } from '../../contract/rules/names.ts';
import type { GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import { goodsDecisionLines, goodsText } from '../messages/goods-messages.ts';
import { PAGE_BREAK_MM } from './page-frame.ts';
import { CONTENT_MM, LEFT_MM, type Paper } from './paper.ts';
import { type Column, drawTable } from './ruled-table.ts';

/** The decision about the goods of an order that were still with the driver. */
export type GoodsOnReceipt = {
  order_number: string;
  customer_name: string;
  items: readonly { name: string; qty: number }[];
  outcome: GoodsOutcome;
};

/** Longer texts are cut, so that a row that begins above the page break also ends on its page. */
const PERSON_GRAPHEMES = 60;
const ITEM_GRAPHEMES = 30;
const ITEMS_PER_ROW = 4;

function columns(): Column[] {
  return [
    { head: t`Order`, width_mm: 30, align: 'left' },
    { head: t`Goods`, width_mm: 88, align: 'left' },
    { head: t`Decision`, width_mm: 52, align: 'left' },
  ];
}

/**
 * Draws the decisions about goods under a heading, over as many pages as they need; `responsible` is
 * responsible for missing goods. Returns the lower edge in mm.
 */
export function drawGoods(
  paper: Paper,
  goods: readonly GoodsOnReceipt[],
  responsible: string,
  top_mm: number,
  newPage: () => number,
): number {
  const title = t`Goods that were still with the driver`;
  const heading = paper.block(title, { size_pt: 10.5, bold: true }, CONTENT_MM);
  const heading_mm = top_mm > PAGE_BREAK_MM - heading.height_mm ? newPage() : top_mm;
  paper.draw(heading, LEFT_MM, heading_mm);
  const rows = goods.flatMap((one) => rowsOf(one, cutGraphemes(responsible, PERSON_GRAPHEMES)));
  return drawTable(paper, columns(), rows, heading_mm + heading.height_mm + 1.5, newPage);
}

/** Returns the row of an order, and further rows for its further goods. */
function rowsOf({ order_number, customer_name, items, outcome }: GoodsOnReceipt, responsible: string) {
  const names = items.map(({ name, qty }) => ({ name: cutGraphemes(name, ITEM_GRAPHEMES), qty }));
  const first = [cutGraphemes(customer_name, PERSON_GRAPHEMES), goodsText(names.slice(0, ITEMS_PER_ROW))];
  const number = `#${cutGraphemes(order_number, PERSON_GRAPHEMES)}`;
  const rows = [
    [
      number,
      first.filter((text) => text !== '').join('\n'),
      goodsDecisionLines(outcome, responsible).join('\n'),
    ],
  ];
  for (let at = ITEMS_PER_ROW; at < names.length; at += ITEMS_PER_ROW)
    rows.push([number, goodsText(names.slice(at, at + ITEMS_PER_ROW)), '']);
  return rows;
}
