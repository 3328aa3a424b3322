import { t } from '@lingui/core/macro';
import { ChevronDown, FileText, Image, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { OwnDelivery } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { formatDateTime, formatTime } from '../../../contract/rules/dates/dates.ts';
import type { ListedCorrection } from '../../../contract/schemas/corrections.ts';
import { Corrections } from '../../components/correction/Corrections.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { fetchFile } from '../../components/share/fetch-file.ts';
import { ShareFile } from '../../components/share/ShareFile.tsx';
import { tenderText } from '../../messages/order-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { CorrectButton } from './CorrectButton.tsx';
import { conflictText, openTexts } from './history-messages.ts';
import { openProof, wordsOf } from './open-proof.ts';
import { useCorrectable } from './use-correctable.ts';

/** A delivery: a row that expands in place to both of its timestamps and its proofs. */
export function DeliveryRow({ delivery }: { delivery: OwnDelivery }) {
  const [open, setOpen] = useState(false);
  const details_id = useId();
  const time_zone = useTimeZone();
  const { delivered_at, order_number, customer_name, tender, collected_fils, conflict } = delivery;
  const may_correct = useCorrectable(delivery);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? details_id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-14 w-full items-center gap-2 py-2 text-start leading-snug"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 flex-[1_1_10rem]">
            <span className="block wrap-anywhere">
              <time dateTime={delivered_at} className="amount text-muted">
                {formatTime(delivered_at, time_zone)}
              </time>{' '}
              <span className="font-medium">#{order_number}</span>
            </span>
            <bdi className="block w-fit max-w-full truncate text-muted text-sm leading-normal">
              {customer_name ?? t`Name erased`}
            </bdi>
          </span>
          <span className="flex flex-col items-end">
            {tender !== null && (
              <>
                <Money amount_fils={collected_fils} />
                <span className="text-muted text-sm">{tenderText(tender)}</span>
              </>
            )}
            {openTexts(delivery).map((text) => (
              <span key={text} className="text-muted text-sm">
                {text}
              </span>
            ))}
          </span>
          {conflict && (
            <span className="flex basis-full items-center gap-1.5 text-sm text-warn">
              <TriangleAlert size={16} className="shrink-0" />
              {conflictText(conflict)}
            </span>
          )}
        </span>
        <ChevronDown
          size={20}
          className={classNames('shrink-0 text-muted transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div id={details_id} className="flex flex-col gap-3 pb-3">
          <Facts className="grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]">
            <Fact name={t`Delivered at`}>{formatDateTime(delivered_at, time_zone)}</Fact>
            <Fact name={t`Recorded`}>{formatDateTime(delivery.recorded_at, time_zone)}</Fact>
          </Facts>
          <Proofs delivery={delivery} />
          {delivery.correctable && (
            <Corrections
              {...delivery.correctable}
              proofs={(correction) => <CorrectionProofs correction={correction} />}
            />
          )}
          {may_correct && <CorrectButton delivery={may_correct} />}
        </div>
      )}
    </li>
  );
}

function CorrectionProofs({ correction: { photo, document } }: { correction: ListedCorrection }) {
  return (
    <div className="flex flex-wrap gap-2">
      {photo && (
        <Button variant="secondary" className="min-h-12" onClick={() => void openProof(photo)}>
          <Image size={18} />
          {t`Added photo`}
        </Button>
      )}
      {document && (
        <Button variant="secondary" className="min-h-12 max-w-full" onClick={() => void openProof(document)}>
          <FileText size={18} />
          {t`Document of the correction`}
        </Button>
      )}
    </div>
  );
}

function Proofs({ delivery: { order_number, photo, note } }: { delivery: OwnDelivery }) {
  const bucket = 'order-deliveries';
  if (!photo && !note) return <p className="text-muted text-sm">{t`Photo and note are no longer stored`}</p>;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-2 sm:flex">
      {photo && (
        <Button
          variant="secondary"
          className="min-h-12"
          aria-label={t`Photo of order #${order_number}`}
          onClick={() => void openProof({ bucket, ...photo })}
        >
          <Image size={18} />
          {t`Photo`}
        </Button>
      )}
      {note && (
        <Button
          variant="secondary"
          className="min-h-12 px-2 sm:px-4"
          aria-label={t`Delivery note of order #${order_number}`}
          onClick={() => void openProof({ bucket, ...note })}
        >
          <FileText size={18} />
          {t`Delivery note`}
        </Button>
      )}
      {note && (
        <ShareFile
          name={t`Delivery note ${order_number}`}
          read={() => fetchFile({ bucket, ...note })}
          wordsOf={wordsOf}
          className="min-h-12"
        />
      )}
    </div>
  );
}
