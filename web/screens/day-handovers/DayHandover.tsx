import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { HandoverType } from '../../../contract/rules/references.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import type { Question } from './card-machine-choice.ts';
import { HandoverForm } from './HandoverForm.tsx';
import { HandoversToday } from './HandoversToday.tsx';
import { HANDOVER_TEXTS } from './handover-messages.ts';
import { type HandoverContext, useHandoverForm } from './use-handover-form.ts';
import { useHandoverDrivers, useHandoversToday } from './use-handover-reads.ts';

/** The page on which an admin gives a driver cash and optionally a card machine. */
export function StartOfDayHandover() {
  return <DayHandover handover_type="start" />;
}

/** The page on which an admin takes back cash and optionally a card machine from a driver. */
export function EndOfDayHandover() {
  return <DayHandover handover_type="end" />;
}

/** Shows the form and, next to or below it, today's handovers. */
function DayHandover({ handover_type }: { handover_type: HandoverType }) {
  const admin = useProfile();
  const drivers = useHandoverDrivers();
  const today = useHandoversToday(handover_type);
  const drops = useHandoversToday('drop', handover_type === 'end');
  return (
    <>
      <PageHeading subtitle={translateDescriptor(HANDOVER_TEXTS[handover_type].subtitle)} />
      <div className="grid gap-5 lg:grid-cols-[3fr_2fr] lg:items-start">
        <div className="min-w-0">
          <ReadFrame
            read={drivers}
            quiet
            failed={t`The drivers could not be loaded`}
            loading={<Loading text={t`Loading drivers...`} shapes={['h-[34rem]']} />}
          >
            {(choices) => (
              <Form
                handover_type={handover_type}
                admin={admin}
                choices={choices}
                onDecided={() => {
                  void Promise.all([drivers.refetch(), today.refetch()]);
                  if (handover_type === 'end') void drops.refetch();
                }}
              />
            )}
          </ReadFrame>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <HandoversToday handover_type={handover_type} read={today} />
          {handover_type === 'end' && (drops.data?.handovers.length ?? 0) > 0 && (
            <HandoversToday handover_type="drop" read={drops} />
          )}
        </div>
      </div>
    </>
  );
}

function Form(of: HandoverContext) {
  const form = useHandoverForm(of);
  const [question, setQuestion] = useState<Question | null>(null);
  const goBack = () => setQuestion(null);

  function complete(): void {
    if (!form.check()) return;
    const next_question = form.standing === 'open' ? form.question() : null;
    if (next_question) setQuestion(next_question);
    else void form.complete();
  }

  return (
    <>
      <HandoverForm of={of} form={form} onComplete={complete} />
      {/* Confirms a handover that is probably a mistake. */}
      <Dialog
        open={question !== null}
        onOpenChange={(open) => !open && goBack()}
        title={question?.title ?? ''}
        description={question?.text}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={goBack}>
            {t`Go back`}
          </Button>
          <Button
            onClick={() => {
              goBack();
              void form.complete();
            }}
          >
            {t`Complete anyway`}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
