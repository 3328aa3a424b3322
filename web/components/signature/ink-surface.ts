import type SignaturePadLibrary from 'signature_pad';
import { inkBoxOf, scaleStrokes } from './scale-strokes.ts';
import type { Strokes } from './signature.ts';
import { PAPER, PEN } from './signature-png.ts';

/** The drawing surface of a pad, at the density of the screen. */
export type InkSurface = ReturnType<typeof inkSurface>;

const EMPTY: Strokes = { width_px: 0, height_px: 0, groups: [] };

/**
 * Lets finger, pen and mouse draw on a canvas. Strokes are stored at their original size: on narrower paper
 * they are shown smaller, and at full size once the paper is wide again. `onStrokes` receives all strokes
 * after each one.
 */
export function inkSurface(
  Library: typeof SignaturePadLibrary,
  canvas: HTMLCanvasElement,
  onStrokes: (strokes: Strokes) => void,
) {
  const pad = new Library(canvas, {
    backgroundColor: PAPER,
    penColor: PEN,
    minWidth: 0.8,
    maxWidth: 2.4,
    minDistance: 3,
  });
  let sheet = EMPTY;
  let drawing = false;
  /**
   * Maps the sheet to the screen; a shrunk sheet is aligned with the lower edge, next to the signature line.
   */
  let factor = 1;
  let down_px = 0;
  let fitted = { width_px: 0, height_px: 0, density: 0 };

  function redraw(): void {
    pad.clear();
    const { width_px, height_px, density } = fitted;
    if (width_px === 0) return;
    canvas.width = Math.round(width_px * density);
    canvas.height = Math.round(height_px * density);
    canvas.getContext('2d')?.scale(density, density);
    if (sheet.groups.length === 0) sheet = { width_px, height_px, groups: [] };
    factor = Math.min(1, width_px / sheet.width_px, height_px / sheet.height_px);
    down_px = height_px - sheet.height_px * factor;
    pad.clear();
    pad.fromData(scaleStrokes(sheet.groups, factor, down_px));
  }

  /** The on-screen keyboard and the address bar do not change the width, so they cause no redraw. */
  function followSize(): void {
    const [width_px, height_px] = [canvas.clientWidth, canvas.clientHeight];
    const density = Math.max(1, window.devicePixelRatio);
    if (width_px === 0 || (width_px === fitted.width_px && density === fitted.density)) return;
    if (drawing) keepInk();
    fitted = { width_px, height_px, density };
    redraw();
  }

  /** Maps the screen to the sheet, which grows to the right and upwards if ink was drawn outside it. */
  function keepInk(): void {
    const groups = scaleStrokes(pad.toData(), 1 / factor, -down_px / factor);
    const ink = inkBoxOf(groups);
    const right = Math.min(fitted.width_px / factor, ink.right);
    const above = Math.max(0, Math.min(down_px / factor, -ink.top));
    sheet = {
      width_px: Math.max(sheet.width_px, right),
      height_px: sheet.height_px + above,
      groups: scaleStrokes(groups, 1, above),
    };
    down_px -= above * factor;
  }

  function onEnd(): void {
    drawing = false;
    keepInk();
    onStrokes(sheet);
  }

  function beforeStroke(event: PointerEvent): void {
    // Not every browser fires an event when the window moves to a denser screen.
    if (!drawing) followSize();
    try {
      canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is already gone; the stroke ends without its capture.
    }
  }

  pad.addEventListener('beginStroke', () => {
    drawing = true;
  });
  pad.addEventListener('endStroke', onEnd);
  canvas.addEventListener('pointerdown', beforeStroke, { capture: true });
  const sizes = new ResizeObserver(followSize);
  sizes.observe(canvas);
  // Page zoom can change the density without resizing the canvas.
  window.addEventListener('resize', followSize);
  followSize();

  return {
    /** Replaces all strokes on the paper. */
    show(strokes: Strokes | null): void {
      sheet = strokes ?? EMPTY;
      redraw();
    },
    remove(): void {
      sizes.disconnect();
      window.removeEventListener('resize', followSize);
      canvas.removeEventListener('pointerdown', beforeStroke, { capture: true });
      pad.off();
    },
  };
}
