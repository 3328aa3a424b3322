/** A stop's short name: the area of its address, else the street; and the rest of the address. */
export type Place = { place: string; rest: string };

/** Emirates and the country, which do not distinguish stops. */
const EVERYWHERE =
  /^(dubai|abu dhabi|sharjah|ajman|umm al[ -]quwain|ras al[ -]khaimah|fujairah|al ain|u\.?a\.?e\.?|ae|united arab emirates|دبي|أبو ?ظبي|ابو ?ظبي|الشارقة|عجمان|أم القيوين|رأس الخيمة|الفجيرة|العين|الإمارات|الامارات|الإمارات العربية المتحدة)$/i;
/** Matches a door, a floor or a single building. */
const DOOR =
  /^(#?\d+\p{L}?$|(apt|apartment|flat|villa|unit|office|floor|room|suite|shop|house|building|bldg|tower|block|plot|warehouse|p\.?\s?o\.?\s?box)\b|(شقة|فيلا|مبنى|بناية|برج|طابق|الطابق|مكتب|محل|غرفة|بيت|منزل|وحدة|مستودع)(\s|$))/iu;
const STREET = /\b(street|st|road|rd|lane|avenue|ave|highway)\b|^(شارع|طريق)(\s|$)/iu;

/** Splits an address in the Emirates at its commas, in English or Arabic, and picks the place. */
export function placeOf(delivery_address: string): Place {
  const parts = delivery_address
    .split(/[,،\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const named = parts.filter((part) => !EVERYWHERE.test(part) && !DOOR.test(part));
  const place = named.find((part) => !STREET.test(part)) ?? named[0] ?? parts[0] ?? delivery_address;
  const at = parts.indexOf(place);
  return { place, rest: parts.filter((_, one) => one !== at).join(', ') };
}
