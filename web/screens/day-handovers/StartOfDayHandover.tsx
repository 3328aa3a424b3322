import { useState } from 'react';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useSession } from '../../session/use-session.ts';
import { HandoverColumns, NoDriversYet } from './HandoverColumns.tsx';
import { HandoverForm } from './HandoverForm.tsx';
import { HandoversToday } from './HandoversToday.tsx';
import { EMPTY_HANDOVER } from './handover-values.ts';
import { useHandoverForm } from './use-handover-form.ts';
import { useHandoverDrivers, useHandoversToday } from './use-handover-reads.ts';

/** An admin gives a driver cash and perhaps a card machine. */
export function StartOfDayHandover() {
  const { profile } = useSession();
  return (
    <>
      <PageHeading title="Start Of Day Handover" subtitle="Distribute cash and card machines to drivers" />
      {profile && <Start profile={profile} />}
    </>
  );
}

function Start({ profile }: { profile: Profile }) {
  const drivers = useHandoverDrivers();
  const today = useHandoversToday('start');
  const refresh = () => void Promise.all([drivers.refetch(), today.refetch()]);
  return (
    <HandoverColumns
      form={
        drivers.data ? (
          <StartForm profile={profile} choices={drivers.data} onDecided={refresh} />
        ) : (
          <NoDriversYet read={drivers} />
        )
      }
      today={<HandoversToday handover_type="start" time_zone={profile.shop.time_zone} read={today} />}
    />
  );
}

type FormProps = { profile: Profile; choices: HandoverDrivers; onDecided: () => void };

function StartForm({ profile, choices, onDecided }: FormProps) {
  const [values, setValues] = useState(EMPTY_HANDOVER);
  const form = useHandoverForm({
    handover_type: 'start',
    profile,
    choices,
    values,
    setValues,
    estimated_fils: null,
    onDecided,
  });
  return (
    <HandoverForm
      handover_type="start"
      choices={choices}
      admin={profile}
      values={form.shown}
      onValues={(changes) => {
        form.forgetRefusal();
        setValues({ ...values, ...changes });
      }}
      estimate={null}
      signatures={form.signatures}
      round={form.round}
      state={form.state}
      sent={form.sent}
      refusal={form.refusal}
      onComplete={() => void form.complete()}
      onSendNow={form.sendNow}
      onTakeBack={() => void form.takeBack()}
    />
  );
}
