import { t } from '@lingui/core/macro';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { ProblemError } from '../../api/errors.ts';
import { messageOf, type ToastText } from '../../api/problem-messages.ts';

type StoreDisconnected = EndpointResponse<'disconnect_store'>;

/** Returns why a store was not connected, including the store's own message. */
export function storeProblemText(error: unknown): string {
  if (!(error instanceof ProblemError)) return messageOf(error);
  const { code, detail } = error.problem;
  if (code === 'credentials_refused')
    return t`The store rejects these credentials. It reports: ${detail ?? '—'}`;
  if (code === 'scopes_missing') return t`The app lacks required scopes: ${detail ?? '—'}`;
  if (code === 'already_exists') return t`This store is connected to another shop.`;
  if (code === 'invalid_input')
    return t`This is not the address of a Shopify store, such as my-shop.myshopify.com`;
  return messageOf(error);
}

/** The toast after disconnecting a store; a warning if its webhooks could not be deleted. */
export function disconnectedToast(shop_domain: string, { webhooks_problem }: StoreDisconnected): ToastText {
  if (webhooks_problem === null) return { kind: 'success', title: t`Disconnected`, description: shop_domain };
  return {
    kind: 'warning',
    title: t`Disconnected, but its webhooks remain in the store`,
    description: t`The webhooks could not be deleted in ${shop_domain} (${webhooks_problem}). Their requests are rejected. You can remove the app in the store.`,
  };
}

export function webhookOutcomeText(outcome: string | null): string {
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
      return t`Skipped`;
    case 'not_taken':
      return t`Not imported`;
    default:
      return t`Failed`;
  }
}
