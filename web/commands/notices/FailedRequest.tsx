import { t } from '@lingui/core/macro';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/** Shows the id of the request that failed in the server, to quote to support; nothing if there is none. */
export function FailedRequest({ request_id }: { request_id: OutboxEntry['failed_request_id'] }) {
  if (!request_id) return null;
  return <p className="mt-1 break-all text-muted text-xs">{t`Request ${request_id}`}</p>;
}
