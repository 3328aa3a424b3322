import { formatMoney } from '../../contract/rules/money.ts';
import { CONTENT_MM, INK, LEFT_MM, MUTED, type Paper } from './paper.ts';

const PADDING_MM = 3;

/** The amount a document is about, the largest figure on it, with a remark beside its label; returns its lower edge in mm. */
export function drawLeadAmount(
  paper: Paper,
  { label, amount_fils, remark }: { label: string; amount_fils: number; remark?: string | undefined },
  top_mm: number,
): number {
  const amount = paper.oneLine(formatMoney(amount_fils), { size_pt: 20, bold: true }, CONTENT_MM);
  const name = paper.block(label, { size_pt: 8 }, CONTENT_MM);
  paper.rule(top_mm, { weight_mm: 0.4, color: INK });
  let y_mm = top_mm + PADDING_MM;
  paper.draw(name, LEFT_MM, y_mm, MUTED);
  y_mm += name.height_mm;
  paper.draw(amount, LEFT_MM, y_mm);
  y_mm += amount.height_mm;
  if (remark) {
    const words = paper.block(remark, { size_pt: 10.5 }, CONTENT_MM);
    paper.draw(words, LEFT_MM, y_mm);
    y_mm += words.height_mm;
  }
  y_mm += PADDING_MM;
  paper.rule(y_mm, { weight_mm: 0.4, color: INK });
  return y_mm;
}
