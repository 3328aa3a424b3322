import { catalogueText, writeCatalogue } from './catalogue.mjs';
import { extractCatalogue } from './extract.mjs';

const messages = await extractCatalogue();
await writeCatalogue(await catalogueText(messages));
console.log(`Wrote ${Object.keys(messages).length} messages to web/messages/en.po`);
