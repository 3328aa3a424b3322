import { t } from '@lingui/core/macro';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/** Which request of a command failed in the server, as its log names it, so that it can be told by phone; nothing where none did. */
export function FailedRequest({ request_id }: { request_id: OutboxEntry['failed_request_id'] }) {
  if (!request_id) return null;
  return <p className="mt-1 break-all text-muted text-xs">{t`Request ${request_id}`}</p>;
}
