import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Link } from 'wouter';
import { orderStatusText } from '../../../messages/order-messages.ts';
import { DESK_PATH } from '../../shell/desk-places.ts';
import { type ListAddress, listSearch } from './list-address.ts';

/** A notice that the list is filtered by status, with a link that removes the filter. */
export function StatusFilterNotice({ address: { status, ...whole } }: { address: ListAddress }) {
  if (!status) return null;
  const words = orderStatusText(status);
  return (
    <p className="flex shrink-0 flex-wrap items-center gap-x-2 text-sm">
      {t`Only orders with the status ${words}`}
      <Link
        to={`${DESK_PATH}?${listSearch(whole)}`}
        className="inline-flex min-h-9 items-center gap-1 rounded-card px-2 text-accent hover:bg-sunken pointer-coarse:min-h-12"
      >
        <X size={16} className="shrink-0" />
        {t`Show all`}
      </Link>
    </p>
  );
}
