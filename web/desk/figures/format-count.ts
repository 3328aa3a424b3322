const grouped = new Intl.NumberFormat('en-AE', { numberingSystem: 'latn' });

/** Formats a count, for example `12,345`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}
