import { t } from '@lingui/core/macro';
import { Ban, Hourglass } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DocumentButton } from '../proofs/DocumentButton.tsx';

/** Shows that a record is void, or that its void is requested; nothing for a valid record. */
export function VoidState({ record }: { record: CashRecord }) {
  const { voided, void_requested } = record;
  if (voided) return <Voided record={record} voided={voided} />;
  if (!void_requested) return null;
  return (
    <Notice
      tone="warn"
      icon={Hourglass}
      title={t`Void requested`}
      action={
        <Link
          to="/desk/approvals"
          className="inline-flex min-h-9 items-center text-accent underline pointer-coarse:min-h-12"
        >
          {t`Open approvals`}
        </Link>
      }
    >
      {t`The record counts until another Manager or Admin has approved its void.`}
    </Notice>
  );
}

type VoidedProps = { record: CashRecord; voided: NonNullable<CashRecord['voided']> };

/** The void of a record, with both documents. */
function Voided({ record: { reference, receipt, card_machine }, voided }: VoidedProps) {
  const time_zone = useTimeZone();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-card border-2 border-danger bg-danger-soft p-4"
    >
      <h3 id={id} className="flex items-center gap-2 font-semibold text-danger text-title uppercase">
        <Ban size={24} className="shrink-0" />
        {t`Void`}
      </h3>
      <p>
        {card_machine
          ? t`This record was made by mistake and no longer counts. Its cash and card machine went back.`
          : t`This record was made by mistake and no longer counts. Its cash went back.`}
      </p>
      <Facts className="sm:grid-cols-2 xl:grid-cols-3">
        <Fact name={t`Record`}>
          <bdi>{reference}</bdi>
        </Fact>
        <Fact name={t`Void`}>
          <bdi>{voided.reference}</bdi>
        </Fact>
        <Fact name={t`Voided`}>{formatDateTime(voided.recorded_at, time_zone)}</Fact>
        <Fact name={t`By`}>
          {voided.by.map((full_name) => (
            <bdi key={full_name} className="block">
              {full_name}
            </bdi>
          ))}
        </Fact>
        <Fact name={t`Reason`} className="sm:col-span-2">
          <bdi>{voided.reason}</bdi>
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <DocumentButton file={voided.document} title={t`Void document`} />
        {receipt && <DocumentButton file={receipt} title={t`Receipt of the record`} />}
      </div>
    </section>
  );
}
