import { Problem } from '../platform/problem.ts';

/** A person's name as it is kept. Throws `invalid_input`. */
export function readFullName(text: string): string {
  const full_name = text.trim();
  if (full_name === '' || full_name.length > 200) throw Problem.ofField({ field: 'full_name' });
  return full_name;
}
