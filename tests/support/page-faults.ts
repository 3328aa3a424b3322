import type { Piece, ReadPdf } from './read-pdf.ts';

const MARGIN_MM = 20;
const RIGHT_MM = 190;

/** Lists texts that overlap each other or exceed the margins. */
export function faultsOf({ pieces }: ReadPdf): string[] {
  const box = (piece: Piece) => ({
    ...piece,
    top: piece.baseline - piece.size * 0.7,
    bottom: piece.baseline + piece.size * 0.15,
  });
  const boxes = pieces.filter(({ text }) => !/^\p{Mn}+$/u.test(text)).map(box);
  const outside = boxes
    .filter(
      ({ left, right, top, bottom }) =>
        left < MARGIN_MM - 0.1 || right > RIGHT_MM + 0.1 || top < 19 || bottom > 286,
    )
    .map(({ text, left, right }) => `outside: ${text} (${left} to ${right})`);
  const overlapping = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.page === other.page)
      .filter((other) => one.left < other.right - 0.2 && other.left < one.right - 0.2)
      .filter((other) => one.top < other.bottom && other.top < one.bottom)
      .map((other) => `over each other: ${one.text} / ${other.text}`),
  );
  return [...outside, ...overlapping];
}
