import { formatMoney } from '../../contract/rules/money.ts';
import { INK, MUTED, type Paper, RIGHT_MM } from './paper.ts';

export type AmountLine = { label: string; amount_fils: number; lead?: boolean };

const WIDTH_MM = 90;
const GAP_MM = 4;

/** Amounts under one another at the right edge, the leading one largest, between a rule and some air. */
export function amountsBlock(paper: Paper, lines: readonly AmountLine[]) {
  const rows = lines.map(({ label, amount_fils, lead = false }) => {
    const style = lead ? { size_pt: 14, bold: true } : { size_pt: 9.5 };
    const amount = paper.oneLine(formatMoney(amount_fils), style, WIDTH_MM - 30);
    const label_mm = WIDTH_MM - GAP_MM - (amount.lines[0]?.width_mm ?? 0);
    const name = paper.block(label, lead ? { size_pt: 10.5, bold: true } : style, label_mm);
    // The two share a baseline whatever their sizes.
    const drop_mm = Math.max(0, amount.ascent_mm - name.ascent_mm);
    const above_mm = lead ? 2.5 : 0;
    const height_mm = above_mm + Math.max(drop_mm + name.height_mm, amount.height_mm) + (lead ? 1.6 : 0.6);
    return { lead, amount, name, drop_mm, above_mm, height_mm };
  });
  return {
    height_mm: rows.reduce((sum, row) => sum + row.height_mm, 0),
    draw(top_mm: number): void {
      let y_mm = top_mm;
      for (const { lead, amount, name, drop_mm, above_mm, height_mm } of rows) {
        if (lead) paper.rule(y_mm + 1, { weight_mm: 0.4, color: INK, left_mm: RIGHT_MM - WIDTH_MM });
        paper.draw(name, RIGHT_MM - WIDTH_MM, y_mm + above_mm + drop_mm, lead ? INK : MUTED);
        paper.draw(amount, RIGHT_MM, y_mm + above_mm, INK, 'right');
        y_mm += height_mm;
      }
    },
  };
}
