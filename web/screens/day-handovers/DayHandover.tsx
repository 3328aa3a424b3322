import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useSession } from '../../session/use-session.ts';
import { say } from '../../words/i18n.ts';
import { type Question, questionBeforeReceiving } from './card-machine-choice.ts';
import { HandoverColumns, NoDriversYet } from './HandoverColumns.tsx';
import { HandoverForm } from './HandoverForm.tsx';
import { HandoversToday } from './HandoversToday.tsx';
import { EMPTY_HANDOVER } from './handover-values.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import { useHandoverForm } from './use-handover-form.ts';
import { signedEstimate, useEstimate, useHandoverDrivers, useHandoversToday } from './use-handover-reads.ts';

const SUBTITLES: Record<HandoverType, MessageDescriptor> = {
  start: msg`Distribute cash and card machines to drivers`,
  end: msg`Collect cash and review daily performance`,
};

/** An admin gives a driver cash and perhaps a card machine. */
export function StartOfDayHandover() {
  return <DayHandover handover_type="start" />;
}

/** An admin takes cash and perhaps a card machine back from a driver. */
export function EndOfDayHandover() {
  return <DayHandover handover_type="end" />;
}

function DayHandover({ handover_type }: { handover_type: HandoverType }) {
  const { profile } = useSession();
  return (
    <>
      <PageHeading subtitle={say(SUBTITLES[handover_type])} />
      {profile && <FormAndList handover_type={handover_type} profile={profile} />}
    </>
  );
}

function FormAndList({ handover_type, profile }: { handover_type: HandoverType; profile: Profile }) {
  const drivers = useHandoverDrivers();
  const today = useHandoversToday(handover_type);
  const form = {
    handover_type,
    profile,
    onDecided: () => void Promise.all([drivers.refetch(), today.refetch()]),
  };
  return (
    <HandoverColumns
      form={drivers.data ? <Form {...form} choices={drivers.data} /> : <NoDriversYet read={drivers} />}
      today={<HandoversToday handover_type={handover_type} time_zone={profile.shop.time_zone} read={today} />}
    />
  );
}

type FormProps = {
  handover_type: HandoverType;
  profile: Profile;
  choices: HandoverDrivers;
  onDecided: () => void;
};

function Form({ handover_type, profile, choices, onDecided }: FormProps) {
  const [values, setValues] = useState(EMPTY_HANDOVER);
  const [question, setQuestion] = useState<Question | null>(null);
  const estimate = useEstimate(handover_type === 'end' ? values.driver_id : null);
  const form = useHandoverForm({
    handover_type,
    profile,
    choices,
    values,
    setValues,
    estimated_fils: estimate.estimated_fils,
    estimate_loading: estimate.loading,
    onDecided: () => {
      onDecided();
      void estimate.retry();
    },
  });

  function complete(): void {
    if (form.standing === 'open' && !form.checks()) return;
    const asked = form.standing === 'open' ? toAsk() : null;
    if (asked) setQuestion(asked);
    else void form.complete();
  }

  /** Only what comes back may be another machine than the one that was given. */
  function toAsk(): Question | null {
    const driver = choices.drivers.find(({ id }) => id === values.driver_id);
    if (handover_type === 'start' || !driver) return null;
    const nameOf = (id: number) =>
      choices.drivers.find((one) => one.id === id)?.full_name ?? t`another driver`;
    return questionBeforeReceiving(values.machine, choices.card_machines, driver, nameOf);
  }

  const shown_estimate = form.sent ? signedEstimate(form.sent.estimated_fils) : estimate;
  return (
    <>
      <HandoverForm
        handover_type={handover_type}
        choices={choices}
        admin={profile}
        values={form.shown}
        onValues={(changes) => {
          form.forgetRefusal();
          setValues({ ...values, ...changes });
        }}
        estimate={handover_type === 'end' ? shown_estimate : null}
        signatures={form.signatures}
        round={form.round}
        entry={form.entry}
        standing={form.standing}
        sent={form.sent}
        refusal={form.refusal}
        onComplete={complete}
        onTakeBack={() => void form.takeBack()}
      />
      <QuestionDialog
        question={question}
        onNo={() => setQuestion(null)}
        onYes={() => {
          setQuestion(null);
          void form.complete();
        }}
      />
    </>
  );
}
