/** Returns the slope of the least-squares line through the values, per value; 0 with fewer than two. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [together, alone] = [0, 0];
  for (const [index, value] of values.entries()) {
    together += (index - middle) * (value - mean);
    alone += (index - middle) ** 2;
  }
  return alone === 0 ? 0 : together / alone;
}
