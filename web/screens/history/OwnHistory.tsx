import { t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OwnHistory as Answer } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { DayCard } from './DayCard.tsx';
import { dateWords } from './history-words.ts';
import { keepRest } from './keep-history.ts';
import { useHistory } from './read-history.ts';

/** What a driver delivered, was given and handed over in the last 60 days; all of it is there without a network too. */
export function OwnHistory() {
  const read = useHistory(null);
  useKeptRest(read.from_device ? undefined : read.data);
  return (
    <>
      <PageHeading
        subtitle={t`Your deliveries, handovers and collections of the last 60 days`}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`Your history could not be loaded`}
        loading={<Loading text={t`Loading your history...`} shapes={['h-48', 'h-16', 'h-16']} />}
      >
        {(page) => <NewestDays page={page} />}
      </ReadFrame>
    </>
  );
}

function NewestDays({ page }: { page: Answer }) {
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
  page: Answer;
  /** The first one is open: what one most likely came for. */
  opened?: boolean;
  /** Somebody pressed for them: who is nowhere then goes to the first. */
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
        <p className="text-center text-muted text-sm">{t`Since ${dateWords(first_day)}`}</p>
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

/** A page of its own: that newer figures could not be loaded is said above the newest. */
function OlderDays({ before }: { before: string }) {
  const read = useHistory(before);
  return (
    <ReadFrame
      read={read}
      quiet
      failed={t`These days are not on this phone`}
      loading={<Loading text={t`Loading earlier days...`} shapes={['h-16', 'h-16', 'h-16']} />}
    >
      {(page) => <Days page={page} wanted />}
    </ReadFrame>
  );
}

/** Has the rest kept on the device, once for each visit, after the newest page has come; of what comes later the receipts. */
function useKeptRest(newest: Answer | undefined): void {
  const { id } = useProfile();
  const kept = useRef<'nothing' | 'busy' | 'all'>('nothing');
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useEffect(() => {
    if (!newest || kept.current === 'busy') return;
    const rest = kept.current === 'all' ? { ...newest, next_before: null } : newest;
    kept.current = 'busy';
    // What does not come now comes with the next answer, or at the next visit.
    keepRest(id, rest, { stopped: () => !here.current, receipts: true }).then(
      () => {
        kept.current = 'all';
      },
      () => {
        kept.current = 'nothing';
      },
    );
  }, [id, newest]);
}
