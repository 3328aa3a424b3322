import { t } from '@lingui/core/macro';
import type { EndpointAnswer } from '../../../contract/operations/endpoint-schemas.ts';
import { ProblemError } from '../../api/errors.ts';
import { messageOf, type ToastWords } from '../../api/problem-words.ts';

type StoreDisconnected = EndpointAnswer<'disconnect_store'>;

/** Why a store was not connected, with what the store itself said. */
export function storeRefusal(error: unknown): string {
  if (!(error instanceof ProblemError)) return messageOf(error);
  const { code, detail } = error.problem;
  if (code === 'credentials_refused')
    return t`The store does not take these credentials. It says: ${detail ?? '—'}`;
  if (code === 'scopes_missing') return t`The app lacks scopes without which nothing works: ${detail ?? '—'}`;
  if (code === 'already_exists') return t`This store is connected to another shop.`;
  if (code === 'invalid_input') return t`This is no address of a Shopify store: my-shop.myshopify.com`;
  return messageOf(error);
}

/** That the store is disconnected, and what of it is left there. */
export function disconnectedWords(shop_domain: string, { webhooks_problem }: StoreDisconnected): ToastWords {
  if (webhooks_problem === null) return { kind: 'success', title: t`Disconnected`, description: shop_domain };
  return {
    kind: 'warning',
    title: t`Disconnected, but its webhooks are left there`,
    description: t`They could not be ended in ${shop_domain} (${webhooks_problem}). What it still sends is refused; the app can be removed in the store.`,
  };
}

/** What became of a webhook. */
export function outcomeWords(outcome: string | null): string {
  switch (outcome) {
    case null:
      return t`Waiting`;
    case 'imported':
      return t`Order added`;
    case 'updated':
      return t`Order changed`;
    case 'cancelled':
      return t`Order cancelled`;
    case 'conflict':
      return t`Conflict`;
    case 'unchanged':
    case 'stale':
      return t`Nothing new`;
    case 'left_out':
      return t`Left out`;
    case 'not_taken':
      return t`Not imported`;
    default:
      return t`Failed`;
  }
}
