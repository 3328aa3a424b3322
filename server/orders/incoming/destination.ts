import { type AddressParts, areaOf, hasStreet, joinAddress } from './delivery-address.ts';

/**
 * The delivery address of an order, or the reason for its absence. `place`: degrees north and east, if both
 * are known.
 */
export type Destination =
  | { text: string; area?: string | undefined; place?: { latitude: number; longitude: number } | undefined }
  | { missing: 'no_street' | 'no_address' };

export type IncomingAddress = AddressParts & {
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
};

/**
 * The billing address is used only if there is no shipping address: another street would be another place.
 */
export function destinationOf(
  shipping: IncomingAddress | null,
  billing: IncomingAddress | null,
): Destination {
  const address = [shipping, billing].find((one) => one !== null && joinAddress(one) !== '');
  if (!address) return { missing: 'no_address' };
  if (!hasStreet(address)) return { missing: 'no_street' };
  return { text: joinAddress(address), area: areaOf(address), place: placeOf(address) };
}

function placeOf({ latitude, longitude }: IncomingAddress) {
  if (latitude == null || longitude == null || Math.abs(latitude) > 90) return undefined;
  return { latitude, longitude };
}
