import { t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OwnHistory as HistoryPage } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { useRefetchOnceSent } from '../../commands/delivery/use-stops.ts';
import { OwedLine } from '../../commands/order-payments/OwedLine.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { CorrectDelivery } from './CorrectDelivery.tsx';
import { CorrectionOpener } from './correction-opener.ts';
import { DayCard } from './DayCard.tsx';
import { dateText } from './history-messages.ts';
import type { OwnCorrectable } from './own-correctable.ts';
import { storeOlderPages } from './prefetch-history.ts';
import { useHistory } from './read-history.ts';
import { UnsentDeliveries } from './UnsentDeliveries.tsx';

/** A driver's deliveries, handovers and collections of the last 60 days, available offline too. */
export function OwnHistory() {
  const read = useHistory(null);
  useKeptRest(read.from_device ? undefined : read.data);
  useRefetchOnceSent(read.refetch);
  // Outside of the lists, whose rows disappear when a delivery is sent. It stays as it was when opened.
  const [corrected, setCorrected] = useState<OwnCorrectable | null>(null);
  return (
    <CorrectionOpener value={setCorrected}>
      <PageHeading
        subtitle={t`Your deliveries, handovers and collections of the last 60 days`}
        mark={<AsOfMark read={read} />}
      />
      <OwedLine />
      <UnsentDeliveries />
      <ReadFrame
        read={read}
        failed={t`Your history could not be loaded`}
        loading={<Loading text={t`Loading your history...`} shapes={['h-48', 'h-16', 'h-16']} />}
      >
        {(page) => <NewestDays page={page} />}
      </ReadFrame>
      {corrected && (
        <CorrectDelivery key={corrected.command_id} delivery={corrected} onClose={() => setCorrected(null)} />
      )}
    </CorrectionOpener>
  );
}

function NewestDays({ page }: { page: HistoryPage }) {
  if (page.days.length === 0 && page.next_before === null) {
    return (
      <EmptyState
        icon={History}
        title={t`Nothing in the last 60 days`}
        description={t`Each delivery that you confirm and each handover that you sign appears here.`}
      />
    );
  }
  return <Days page={page} opened />;
}

type DaysProps = {
  page: HistoryPage;
  /** True if the first day is expanded. */
  opened?: boolean;
  /** True if the user requested these days: the first gets the focus if no element has it. */
  wanted?: boolean;
};

function Days({ page: { days, next_before, first_day }, opened = false, wanted = false }: DaysProps) {
  const [older, setOlder] = useState(false);
  return (
    <>
      {days.map((day, at) => (
        <DayCard key={day.day} day={day} opened={opened && at === 0} focused={wanted && at === 0} />
      ))}
      {next_before === null && (
        <p className="text-center text-muted text-sm">{t`Since ${dateText(first_day)}`}</p>
      )}
      {next_before !== null && !older && (
        <Button
          variant="secondary"
          className="min-h-12 self-center max-md:w-full"
          onClick={() => setOlder(true)}
        >
          {t`Show earlier days`}
        </Button>
      )}
      {next_before !== null && older && <OlderDays key={next_before} before={next_before} />}
    </>
  );
}

/** An older page. A failed refresh is reported once, above the newest days. */
function OlderDays({ before }: { before: string }) {
  const read = useHistory(before);
  return (
    <ReadFrame
      read={read}
      quiet
      failed={t`These days are not stored on this device`}
      loading={<Loading text={t`Loading earlier days...`} shapes={['h-16', 'h-16', 'h-16']} />}
    >
      {(page) => <Days page={page} wanted />}
    </ReadFrame>
  );
}

/**
 * Stores the older pages on the device, once per visit after the newest page was read; later only new
 * receipts.
 */
function useKeptRest(newest: HistoryPage | undefined): void {
  const { id } = useProfile();
  const kept = useRef<'nothing' | 'busy' | 'all'>('nothing');
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (!newest || kept.current === 'busy') return;
    const rest = kept.current === 'all' ? { ...newest, next_before: null } : newest;
    kept.current = 'busy';
    // A failure is retried after the next response, or on the next visit.
    storeOlderPages(id, rest, { stopped: () => !mounted.current, receipts: true }).then(
      () => {
        kept.current = 'all';
      },
      () => {
        kept.current = 'nothing';
      },
    );
  }, [id, newest]);
}
