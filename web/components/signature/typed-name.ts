import { typedMark } from './signature.ts';

const FONT = 'ui-serif, Georgia, "Times New Roman", "Noto Naskh Arabic", "Geeza Pro", serif';
const MARK_FONT = '22px system-ui, sans-serif';
const SIZE_PX = 72;
const MAX_WIDTH_PX = 1000;
const MARGIN_PX = 10;
const MARK_PX = 34;
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Sizes a canvas to a name and draws it in italics, marked as typed. Returns false if there is no canvas
 * context.
 */
export function drawTypedName(canvas: HTMLCanvasElement, name: string): boolean {
  const context = canvas.getContext('2d');
  if (!context) return false;
  const text = name.trim();
  const wide_px = measure(context, text, SIZE_PX).width_px;
  const size_px = Math.min(SIZE_PX, Math.floor((SIZE_PX * MAX_WIDTH_PX) / Math.max(1, wide_px)));
  const box = measure(context, text, size_px);
  context.font = MARK_FONT;
  const mark = typedMark();
  const mark_px = context.measureText(mark).width;
  // Setting the size clears the canvas and resets its context.
  canvas.width = Math.ceil(Math.max(box.width_px, mark_px) + 2 * MARGIN_PX);
  canvas.height = Math.ceil(box.up_px + box.down_px + MARK_PX + 2 * MARGIN_PX);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000000';
  write(context, text, size_px);
  context.fillText(text, MARGIN_PX + box.left_px, MARGIN_PX + box.up_px);
  context.fillStyle = '#51605d';
  context.font = MARK_FONT;
  context.direction = 'ltr';
  context.fillText(mark, MARGIN_PX, canvas.height - MARGIN_PX);
  return true;
}

function write(context: CanvasRenderingContext2D, text: string, size_px: number): void {
  context.font = `italic ${size_px}px ${FONT}`;
  context.direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
  context.textAlign = 'left';
}

/** Returns the bounding box of the ink around the text's origin, in px. */
function measure(context: CanvasRenderingContext2D, text: string, size_px: number) {
  write(context, text, size_px);
  const ink = context.measureText(text);
  return {
    left_px: ink.actualBoundingBoxLeft,
    up_px: ink.actualBoundingBoxAscent,
    down_px: ink.actualBoundingBoxDescent,
    width_px: ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight,
  };
}
