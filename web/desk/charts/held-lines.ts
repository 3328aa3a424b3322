/** The smallest and the largest amount of all lines, in fils; zero is always included. */
export type Scale = { least: number; most: number };

export function scaleOf(amounts: readonly number[]): Scale {
  return amounts.reduce<Scale>(
    ({ least, most }, one) => ({ least: Math.min(least, one), most: Math.max(most, one) }),
    { least: 0, most: 0 },
  );
}

/** Returns the distance of an amount from the top of the chart, from 0 to 1. */
export function depthOf(amount: number, { least, most }: Scale): number {
  return most === least ? 1 : (most - amount) / (most - least);
}

/** Returns a polyline with evenly spaced points, for an SVG of height 1 and width `amounts.length - 1`. */
export function lineOf(amounts: readonly number[], scale: Scale): string {
  return amounts.map((amount, at) => `${at},${depthOf(amount, scale)}`).join(' ');
}

/** Returns the index of the point nearest to a share of the width. */
export function pointAt(share: number, points: number): number {
  return Math.max(0, Math.min(points - 1, Math.round(share * (points - 1))));
}
