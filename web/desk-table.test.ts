import { expect, it } from 'vitest';
import { DESK_PLACES } from './desk-table.ts';
import { translateDescriptor } from './messages/i18n.ts';

const addressesOf = ({ path, also = [] }: (typeof DESK_PLACES)[number]) => [path, ...also];
const matches = (pattern: string, address: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(address);

it.each(DESK_PLACES)('each address of $path opens that place', (place) => {
  for (const address of addressesOf(place)) {
    const first = DESK_PLACES.find((one) => addressesOf(one).some((pattern) => matches(pattern, address)));
    expect({ address, opens: first?.path }).toEqual({ address, opens: place.path });
  }
});

it('the places of the desk have no duplicate titles and no duplicate menu keys', () => {
  const titles = DESK_PLACES.map(({ title }) => translateDescriptor(title));
  const keys = DESK_PLACES.flatMap(({ menu }) => menu?.key ?? []);
  for (const all of [titles, keys]) expect(new Set(all).size).toBe(all.length);
});
