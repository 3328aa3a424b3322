import { t } from '@lingui/core/macro';
import { COLUMN_MM, GUTTER_MM } from './facts-block.ts';
import { LEFT_MM, MUTED, type Paper } from './paper.ts';
import { drawPicture, fitInto, type Picture } from './picture.ts';

export type SignatureOnPaper = {
  /** For example 'Driver'. */
  role: string;
  name: string;
  picture: Picture | null;
  /** Signed by typing the name. */
  typed: boolean;
};

const INK_MM = 24;
/** Signatures have two pixels per screen pixel; larger than this, their lines would look like a marker's. */
const MAX_MM_PER_PX = 0.13;

/**
 * Lays out up to two signatures side by side, each on a line with name and role; `height_mm` is known before
 * drawing.
 */
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

/** Draws the signature on its line, or a note that it is missing. */
function drawInk(paper: Paper, picture: Picture | null, left_mm: number, line_mm: number): void {
  try {
    if (!picture) throw new Error('The signature is missing');
    const size = fitInto(picture, { width_mm: COLUMN_MM, height_mm: INK_MM - 1 }, MAX_MM_PER_PX);
    drawPicture(paper, picture, 'ink', { left_mm, top_mm: line_mm - 0.4 - size.height_mm, ...size });
  } catch {
    const note = paper.block(t`Signature could not be loaded`, { size_pt: 9.5 }, COLUMN_MM);
    paper.draw(note, left_mm, line_mm - note.height_mm - 1, MUTED);
  }
}
