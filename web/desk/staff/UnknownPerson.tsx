import { t } from '@lingui/core/macro';
import { UserX } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Shown for an address with an unknown person. */
export function UnknownPerson() {
  return <EmptyState icon={UserX} title={t`There is no such person in this shop`} />;
}
