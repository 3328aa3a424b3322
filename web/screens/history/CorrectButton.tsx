import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CorrectDelivery } from './CorrectDelivery.tsx';
import type { OwnCorrectable } from './own-correctable.ts';

/** Opens the correction of an own delivery. */
export function CorrectButton({ delivery }: { delivery: OwnCorrectable }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        className="min-h-12 self-start"
        aria-label={t`Correct delivery #${delivery.order_number}`}
        onClick={() => setOpen(true)}
      >
        <Pencil size={18} />
        {t`Correct`}
      </Button>
      {open && <CorrectDelivery delivery={delivery} onClose={() => setOpen(false)} />}
    </>
  );
}
