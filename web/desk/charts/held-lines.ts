/** How far amounts go below and above zero, all on one scale. */
export type Scale = { least: number; most: number };

export function scaleOf(amounts: readonly number[]): Scale {
  return amounts.reduce<Scale>(
    ({ least, most }, one) => ({ least: Math.min(least, one), most: Math.max(most, one) }),
    { least: 0, most: 0 },
  );
}

/** How far down an amount is drawn, from 0 to 1. */
export function depthOf(amount: number, { least, most }: Scale): number {
  return most === least ? 1 : (most - amount) / (most - least);
}

/** The points of a line through amounts that are as far apart as each other, for an SVG that is one high and `amounts.length - 1` wide. */
export function lineOf(amounts: readonly number[], scale: Scale): string {
  return amounts.map((amount, at) => `${at},${depthOf(amount, scale)}`).join(' ');
}

/** The point of so many that is nearest to a share of the width. */
export function pointAt(share: number, points: number): number {
  return Math.max(0, Math.min(points - 1, Math.round(share * (points - 1))));
}
