/** A message in the form of Lingui's catalogue formats. The comments and origins are for translators. */
export type CatalogueEntry = { message: string; translation: string };
export type Catalogue = Record<string, CatalogueEntry>;

export function readCatalogue(): Promise<Record<string, string>>;
export function catalogueText(messages: Catalogue): Promise<string>;
export function catalogueFile(): Promise<string>;
export function writeCatalogue(text: string): Promise<void>;
export function shortIds(messages: Record<string, string>): (id: string) => string | number;
