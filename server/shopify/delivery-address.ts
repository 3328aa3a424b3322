/** The parts of an address as a shop's system keeps them; any may be empty. */
export type AddressParts = {
  address1: string;
  address2: string;
  city: string;
  zip: string;
  province: string;
};

const ARABIC = /\p{Script=Arabic}/u;

/** One readable line, with the comma of its script; empty when nothing is known. Repeated parts are said once. */
export function joinAddress({ address1, address2, city, zip, province }: AddressParts): string {
  const parts: string[] = [];
  for (const part of [address1, address2, city, zip, province]) {
    const tidy = part.replace(/\s+/g, ' ').trim();
    if (tidy !== '' && !parts.includes(tidy)) parts.push(tidy);
  }
  return parts.join(ARABIC.test(parts.join('')) ? '، ' : ', ');
}

/** The first address with a street; else the first with anything; else nothing. */
export function deliveryAddressOf(addresses: AddressParts[]): string {
  const best = addresses.find(hasStreet) ?? addresses.find((parts) => joinAddress(parts) !== '');
  return best ? joinAddress(best) : '';
}

export function hasStreet({ address1, address2 }: Pick<AddressParts, 'address1' | 'address2'>): boolean {
  return address1.trim() !== '' || address2.trim() !== '';
}

/** A whole name by its first space. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.split(/\s+/);
  return { first_name, last_name: rest.join(' ') };
}
