import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { useCorrectionOpener } from './correction-opener.ts';
import type { OwnCorrectable } from './own-correctable.ts';

/** Opens the correction of an own delivery. */
export function CorrectButton({ delivery }: { delivery: OwnCorrectable }) {
  const correct = useCorrectionOpener();
  return (
    <Button
      variant="secondary"
      className="min-h-12 self-start"
      aria-label={t`Correct delivery #${delivery.order_number}`}
      onClick={() => correct(delivery)}
    >
      <Pencil size={18} />
      {t`Correct`}
    </Button>
  );
}
