import { useState } from 'react';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useSession } from '../../session/use-session.ts';
import { type Question, questionBeforeReceiving } from './card-machine-choice.ts';
import { HandoverColumns, NoDriversYet } from './HandoverColumns.tsx';
import { HandoverForm } from './HandoverForm.tsx';
import { HandoversToday } from './HandoversToday.tsx';
import { EMPTY_HANDOVER } from './handover-values.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import { useHandoverForm } from './use-handover-form.ts';
import { signedEstimate, useEstimate, useHandoverDrivers, useHandoversToday } from './use-handover-reads.ts';

/** An admin takes cash and perhaps a card machine back from a driver. */
export function EndOfDayHandover() {
  const { profile } = useSession();
  return (
    <>
      <PageHeading title="End Of Day Handover" subtitle="Collect cash and review daily performance" />
      {profile && <End profile={profile} />}
    </>
  );
}

function End({ profile }: { profile: Profile }) {
  const drivers = useHandoverDrivers();
  const today = useHandoversToday('end');
  const refresh = () => void Promise.all([drivers.refetch(), today.refetch()]);
  return (
    <HandoverColumns
      form={
        drivers.data ? (
          <EndForm profile={profile} choices={drivers.data} onDecided={refresh} />
        ) : (
          <NoDriversYet read={drivers} />
        )
      }
      today={<HandoversToday handover_type="end" time_zone={profile.shop.time_zone} read={today} />}
    />
  );
}

type FormProps = { profile: Profile; choices: HandoverDrivers; onDecided: () => void };

function EndForm({ profile, choices, onDecided }: FormProps) {
  const [values, setValues] = useState(EMPTY_HANDOVER);
  const [question, setQuestion] = useState<Question | null>(null);
  const estimate = useEstimate(values.driver_id);
  const form = useHandoverForm({
    handover_type: 'end',
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
    if (form.state === 'open' && !form.checks()) return;
    const asked = form.state === 'open' ? toAsk() : null;
    if (asked) setQuestion(asked);
    else void form.complete();
  }

  function toAsk(): Question | null {
    const driver = choices.drivers.find(({ id }) => id === values.driver_id);
    const nameOf = (id: number) =>
      choices.drivers.find((one) => one.id === id)?.full_name ?? 'another driver';
    return driver ? questionBeforeReceiving(values.machine, choices.card_machines, driver, nameOf) : null;
  }

  return (
    <>
      <HandoverForm
        handover_type="end"
        choices={choices}
        admin={profile}
        values={form.shown}
        onValues={(changes) => {
          form.forgetRefusal();
          setValues({ ...values, ...changes });
        }}
        estimate={form.sent_end ? signedEstimate(form.sent_end) : estimate}
        signatures={form.signatures}
        round={form.round}
        state={form.state}
        sent={form.sent}
        refusal={form.refusal}
        onComplete={complete}
        onSendNow={form.sendNow}
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
