import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type {
  DeskDelivery,
  OrderPage,
} from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { Corrections } from '../../../components/correction/Corrections.tsx';
import { useProfile } from '../../../session/use-session.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyOptional } from '../../../ui/lazy-optional.ts';
import { DocumentButton } from '../../proofs/DocumentButton.tsx';
import { ImageProof } from '../../proofs/ImageProof.tsx';
import { photoMessages } from '../../proofs/image-messages.ts';

const CorrectDelivery = lazyOptional(async () => (await import('./CorrectDelivery.tsx')).CorrectDelivery);

type Props = {
  delivery: DeskDelivery & { correctable: NonNullable<DeskDelivery['correctable']> };
  order: OrderPage['order'];
};

/** The corrections of a delivery with their documents, and a Manager's dialog for another one. */
export function DeliveryCorrections({ delivery, order }: Props) {
  const { id, role } = useProfile();
  const [open, setOpen] = useState(false);
  const { correctable, erased_at } = delivery;
  const may_correct = role === 'Manager' && id !== correctable.user_id && erased_at === null;
  return (
    <>
      <Corrections
        {...correctable}
        proofs={({ photo, document }) => (
          <div className="flex flex-col items-start gap-2">
            {photo && <ImageProof file={photo} words={photoMessages(order.order_number)} />}
            {document && <DocumentButton file={document} title={t`Document of the correction`} />}
          </div>
        )}
      />
      {may_correct && (
        <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
          {t`Correct the delivery`}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <CorrectDelivery order={order} delivery={delivery} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
