import { t } from '@lingui/core/macro';
import { Badge } from '../ui/Badge.tsx';

/** Marks a cash record that was voided. */
export function VoidBadge() {
  return <Badge tone="danger">{t`Void`}</Badge>;
}
