import type { CustomerRequest } from '../../../contract/rules/customer-request.ts';
import type { KeptTexts } from './kept-text.ts';

/** More than any shop asks its customers. */
const REQUESTS_MAX = 20;
const NAME_MAX = 100;
const TEXT_MAX = 500;

/** Those that say something, each once. Names that begin with an underscore are a shop's own programs'. */
export function keptRequests(requests: readonly CustomerRequest[], kept: KeptTexts): CustomerRequest[] {
  const told = requests
    .map(({ name, text }) => ({
      name: kept.keep('requests', name, NAME_MAX),
      text: kept.keep('requests', text, TEXT_MAX),
    }))
    .filter(({ name, text }) => text !== '' && !name.startsWith('_'));
  const by_words = new Map(told.map((one) => [JSON.stringify(one), one]));
  return [...by_words.values()].slice(0, REQUESTS_MAX);
}
