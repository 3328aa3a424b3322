/** A reason as histories keep it: one line, however it was typed. */
export function oneLine(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ');
}
