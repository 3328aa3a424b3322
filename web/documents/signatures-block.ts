import { t } from '@lingui/core/macro';
import { COLUMN_MM, GUTTER_MM } from './facts-block.ts';
import { LEFT_MM, MUTED, type Paper } from './paper.ts';
import { drawPicture, fitInto, type Picture } from './picture.ts';

export type SignatureOnPaper = {
  /** As 'Driver'. */
  role: string;
  name: string;
  picture: Picture | null;
  /** Signed by typing the name (ruling F9). */
  typed: boolean;
};

const INK_MM = 24;
/** Signatures come at two pixels to a screen's: larger than this their lines would look like a marker's. */
const MAX_MM_PER_PX = 0.13;

/** Up to two signatures side by side, each on a line with name and role under it; `height_mm` is known before drawing. */
export function signaturesBlock(paper: Paper, signatures: readonly SignatureOnPaper[]) {
  const columns = signatures.map((signature) => ({
    ...signature,
    caption: paper.block(signature.name || '—', { size_pt: 10.5 }, COLUMN_MM),
    below: paper.block(
      signature.typed ? t`${signature.role}, signed by typed name` : signature.role,
      { size_pt: 8 },
      COLUMN_MM,
    ),
  }));
  const heights = columns.map(({ caption, below }) => INK_MM + 1.2 + caption.height_mm + below.height_mm);
  return {
    height_mm: Math.max(...heights),
    draw(top_mm: number): void {
      columns.forEach(({ picture, caption, below }, index) => {
        const left_mm = LEFT_MM + index * (COLUMN_MM + GUTTER_MM);
        const line_mm = top_mm + INK_MM;
        drawInk(paper, picture, left_mm, line_mm);
        paper.rule(line_mm, { weight_mm: 0.3, color: MUTED, left_mm, right_mm: left_mm + COLUMN_MM });
        paper.draw(caption, left_mm, line_mm + 1.2);
        paper.draw(below, left_mm, line_mm + 1.2 + caption.height_mm, MUTED);
      });
    },
  };
}

/** On the line, or the words that it is missing. */
function drawInk(paper: Paper, picture: Picture | null, left_mm: number, line_mm: number): void {
  try {
    if (!picture) throw new Error('There is no signature');
    const size = fitInto(picture, { width_mm: COLUMN_MM, height_mm: INK_MM - 1 }, MAX_MM_PER_PX);
    drawPicture(paper, picture, 'ink', { left_mm, top_mm: line_mm - 0.4 - size.height_mm, ...size });
  } catch {
    const words = paper.block(t`Signature could not be loaded`, { size_pt: 9.5 }, COLUMN_MM);
    paper.draw(words, left_mm, line_mm - words.height_mm - 1, MUTED);
  }
}
