/** Returns a typed reason in one line, as histories store it. */
export function oneLine(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ');
}
