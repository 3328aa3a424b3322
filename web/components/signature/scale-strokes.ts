import type { PointGroup } from 'signature_pad';

/**
 * Returns copies scaled by `factor` and moved down by `down_px`. Time is scaled too, because the speed of a
 * stroke determines its width.
 */
export function scaleStrokes(groups: readonly PointGroup[], factor: number, down_px = 0): PointGroup[] {
  return groups.map((group) => {
    const started = group.points[0]?.time ?? 0;
    return {
      ...group,
      dotSize: group.dotSize * factor,
      minWidth: group.minWidth * factor,
      maxWidth: group.maxWidth * factor,
      points: group.points.map((point) => ({
        ...point,
        x: point.x * factor,
        y: point.y * factor + down_px,
        time: started + (point.time - started) * factor,
      })),
    };
  });
}

/** The margin around the ink, in px: curves extend slightly beyond the points on them. */
export const INK_MARGIN_PX = 8;

export type InkBox = { left: number; top: number; right: number; bottom: number };

/** Returns the bounding box of all ink, in px; infinite without ink. */
export function inkBoxOf(groups: readonly PointGroup[]): InkBox {
  const box: InkBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of groups.flatMap((group) => group.points)) {
    box.left = Math.min(box.left, x - INK_MARGIN_PX);
    box.top = Math.min(box.top, y - INK_MARGIN_PX);
    box.right = Math.max(box.right, x + INK_MARGIN_PX);
    box.bottom = Math.max(box.bottom, y + INK_MARGIN_PX);
  }
  return box;
}
