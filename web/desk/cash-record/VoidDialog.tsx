import { t } from '@lingui/core/macro';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { voidBlockedText } from '../../commands/cash/void-blocked-text.ts';
import { CommandDialog } from '../../commands/notices/CommandDialog.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { useProfile } from '../../session/use-session.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Select, TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { FromTo } from '../cash-path/FromTo.tsx';
import { recordTypeText, signerRoleText } from './record-messages.ts';
import { useVoid, type VoidForm } from './use-void.ts';
import { voidEffects } from './void-messages.ts';

type Props = { record: CashRecord; onClose: () => void };

/** Voids a record with the signatures of two people, or requests the approval to do so. */
export function VoidDialog({ record, onClose }: Props) {
  const form = useVoid(useProfile(), record, onClose);
  const { sent } = form.command;
  return (
    <CommandDialog
      title={t`Void this record`}
      record={form.requests ? t`Request approval` : t`Void record`}
      recording={form.requests ? t`Requesting...` : t`Recording...`}
      danger={!form.requests}
      other={t`Another void of this record is being sent.`}
      form={{ ...form, record: form.record_it }}
      shown={
        sent && (
          <>
            <RecordOfVoid record={record} />
            <Fact name={t`Reason`}>
              <bdi>{sent.input.reason}</bdi>
            </Fact>
          </>
        )
      }
      onClose={onClose}
    >
      <Fields form={form} busy={form.command.busy} />
    </CommandDialog>
  );
}

function RecordOfVoid({ record }: { record: CashRecord }) {
  const time_zone = useTimeZone();
  return (
    <Facts className="grid-cols-2">
      <Fact name={recordTypeText(record.type)}>
        <Money amount_fils={record.amount_fils} lead />
      </Fact>
      <Fact name={t`From and to`}>
        <FromTo from={record.from} to={record.to} />
      </Fact>
      <Fact name={t`Reference`}>
        <bdi>{record.reference}</bdi>
      </Fact>
      <Fact name={t`Recorded`}>{formatDateTime(record.recorded_at, time_zone)}</Fact>
    </Facts>
  );
}

function Fields({ form, busy }: { form: VoidForm; busy: boolean }) {
  const { record, blocked, mark, signing, requests } = form;
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <RecordOfVoid record={record} />
        {blocked && (
          <Notice tone="danger" icon={CircleAlert} title={t`This record cannot be voided`}>
            {voidBlockedText(blocked)}
          </Notice>
        )}
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">{requests ? t`Once it is approved` : t`When it is void`}</h3>
          <ul className="list-disc ps-5 text-sm">
            {voidEffects(record).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </section>
        <TextArea
          {...mark('reason')}
          data-first-field
          label={t`Reason`}
          rows={2}
          maxLength={500}
          value={form.typed_reason}
          onChange={(event) => form.setReason(event.target.value)}
        />
        <SecondSigner form={form} />
        {signing.notice && (
          <Notice tone="warn" icon={TriangleAlert} title={translateDescriptor(signing.notice)} />
        )}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-5">
          <SignaturePad
            {...mark('own')}
            label={t`Your Signature`}
            signer={form.own_name}
            value={signing.signatures.own}
            onChange={(value) => signing.setSignature('own', value)}
            height_px={140}
            disabled={busy}
          />
          {!requests && (
            <SignaturePad
              {...mark('other')}
              label={t`The other signer signs here`}
              signer={form.other?.full_name ?? ''}
              value={signing.signatures.other}
              onChange={(value) => signing.setSignature('other', value)}
              height_px={140}
              disabled={busy}
            />
          )}
        </div>
      </fieldset>
    </form>
  );
}

/** Asks who signs next to the user, or explains that the user signs alone. */
function SecondSigner({ form }: { form: VoidForm }) {
  const { is_signer, others, other, requests } = form;
  if (is_signer && others.length === 0) {
    return (
      <p className="text-muted text-sm">
        {t`You alone have signed this record. Another Manager or Admin approves its void, or voids it with your signature.`}
      </p>
    );
  }
  if (!is_signer) {
    return (
      <>
        <p className="text-muted text-sm">
          {t`You have not signed this record, so one of its signers signs its void next to you.`}
        </p>
        {others.length > 1 && (
          <Select
            {...form.mark('signer')}
            label={t`Signer`}
            placeholder={t`Choose the signer`}
            value={form.other_id}
            options={others.map(({ user_id, full_name, as }) => ({
              value: user_id,
              label: `${full_name} (${signerRoleText(as)})`,
            }))}
            onValue={form.setOther}
          />
        )}
      </>
    );
  }
  const name = other?.full_name ?? '';
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend={t`The other signer, ${name}`}
        value={form.is_absent ? 'absent' : 'present'}
        options={[
          { value: 'present', label: t`Signs here now` },
          { value: 'absent', label: t`They are not here: request approval` },
        ]}
        onValue={(value) => form.setAbsent(value === 'absent')}
      />
      {requests && (
        <p className="text-muted text-sm">
          {t`The record counts until another Manager or Admin approves its void, within 24 hours. Follow the request under Approvals.`}
        </p>
      )}
    </div>
  );
}
