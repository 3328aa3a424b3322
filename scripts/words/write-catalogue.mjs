import { catalogueText, writeCatalogue } from './catalogue.mjs';
import { extractCatalogue } from './extract.mjs';

const messages = await extractCatalogue();
await writeCatalogue(await catalogueText(messages));
console.log(`${Object.keys(messages).length} messages are in web/words/en.po`);
