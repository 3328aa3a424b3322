/** Splits a full name at its first space. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.split(/\s+/);
  return { first_name, last_name: rest.join(' ') };
}

/** The parts of a full name; an unchanged name keeps its stored parts. */
export function renamed(
  name: string,
  was: { first_name: string; last_name: string },
): { first_name: string; last_name: string } {
  const { first_name, last_name } = was;
  return `${first_name} ${last_name}`.trim() === name ? { first_name, last_name } : splitName(name);
}
