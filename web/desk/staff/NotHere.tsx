import { t } from '@lingui/core/macro';
import { UserX } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** An address that leads to nobody of this shop. */
export function NotHere() {
  return <EmptyState icon={UserX} title={t`There is no such person in this shop`} />;
}
