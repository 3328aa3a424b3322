/** The order's number as the product knows it: without the leading '#' (ruling B8). */
export function orderNumberOf(name: string): string {
  return name.trim().replace(/^#\s*/, '');
}
