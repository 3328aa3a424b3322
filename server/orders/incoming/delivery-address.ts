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
    if (part === '') continue;
    const tidy = part.replace(/\s+/g, ' ').trim();
    if (tidy !== '' && !parts.includes(tidy)) parts.push(tidy);
  }
  const text = parts.join(', ');
  return ARABIC.test(text) ? parts.join('، ') : text;
}

/** The town it is in, or what stands above the town; undefined where neither is known, so that what somebody filled in stays. */
export function areaOf({ city, province }: Pick<AddressParts, 'city' | 'province'>): string | undefined {
  return [city, province].map((part) => part.replace(/\s+/g, ' ').trim()).find((part) => part !== '');
}

export function hasStreet({ address1, address2 }: Pick<AddressParts, 'address1' | 'address2'>): boolean {
  return address1.trim() !== '' || address2.trim() !== '';
}
