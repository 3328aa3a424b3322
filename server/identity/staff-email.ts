import { Problem } from '../platform/problem.ts';

/** What a browser's e-mail field accepts, in lower case. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** As it is kept: trimmed, in lower case. Throws `invalid_input` for what no browser would take as an e-mail address. */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !EMAIL.test(email)) throw Problem.ofField({ field: 'email', value: text });
  return email;
}
