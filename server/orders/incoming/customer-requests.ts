import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import type { KeptTexts } from './shorten-text.ts';

/** More requests than any shop offers to its customers. */
const REQUESTS_MAX = 20;
const NAME_MAX = 100;
const TEXT_MAX = 500;

/**
 * Returns the requests that are not empty, each once. Names with a leading underscore belong to apps, not to
 * customers.
 */
export function keptRequests(requests: readonly CustomerRequest[], kept: KeptTexts): CustomerRequest[] {
  const cleaned = requests
    .map(({ name, text }) => ({
      name: kept.keep('requests', name, NAME_MAX),
      text: kept.keep('requests', text, TEXT_MAX),
    }))
    .filter(({ name, text }) => text !== '' && !name.startsWith('_'));
  const by_text = new Map(cleaned.map((one) => [JSON.stringify(one), one]));
  return kept.keepFirst('requests', [...by_text.values()], REQUESTS_MAX);
}
