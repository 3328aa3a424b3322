/** The parts of an address as a shop's system stores them; any may be empty. */
export type AddressParts = {
  address1: string;
  address2: string;
  city: string;
  zip: string;
  province: string;
};

const ARABIC = /\p{Script=Arabic}/u;

/**
 * Joins the parts into one line with the comma of its script, repeated parts once; empty if all parts are
 * empty.
 */
export function joinAddress({ address1, address2, city, zip, province }: AddressParts): string {
  const parts: string[] = [];
  for (const part of [address1, address2, city, zip, province]) {
    if (part === '') continue;
    const tidy = part.replace(/\s+/g, ' ').trim();
    if (tidy !== '' && !parts.includes(tidy)) parts.push(tidy);
  }
  const text = parts.join(', ');
  return ARABIC.test(text) ? parts.join('، ') : text;
}

/** The city, else the province; undefined if neither is known, so that an area entered by a user is kept. */
export function areaOf({ city, province }: Pick<AddressParts, 'city' | 'province'>): string | undefined {
  return [city, province].map((part) => part.replace(/\s+/g, ' ').trim()).find((part) => part !== '');
}

export function hasStreet({ address1, address2 }: Pick<AddressParts, 'address1' | 'address2'>): boolean {
  return address1.trim() !== '' || address2.trim() !== '';
}
