import { t } from '@lingui/core/macro';
import { Signature } from 'lucide-react';
import type {
  CashRecord,
  CashSignature,
} from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { DocumentButton } from '../proofs/DocumentButton.tsx';
import { ImageProof } from '../proofs/ImageProof.tsx';
import { signatureMessages, slipMessages } from '../proofs/image-messages.ts';
import { signerRoleText } from './record-messages.ts';

/** The receipt, slip and signatures of a record. Each view of one is recorded in the audit. */
export function RecordDocuments({
  record: { receipt, slip, reference, signatures, type },
}: {
  record: CashRecord;
}) {
  return (
    <TitledCard icon={Signature} title={t`Documents`}>
      <div className="flex flex-col items-start gap-2">
        {receipt && <DocumentButton file={receipt} title={t`Receipt`} />}
        {slip && <ImageProof file={slip} words={slipMessages(reference)} />}
        {type === 'collection' && (
          <p className="text-muted">{t`A collection has signatures but no receipt.`}</p>
        )}
      </div>
      <ul className="flex flex-col gap-4">
        {signatures.map((signature) => (
          <li key={signature.user_id} className="flex flex-col items-start gap-2">
            <Signed signature={signature} />
            <ImageProof file={signature.picture} words={signatureMessages(signature.signer)} />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Signed({ signature: { as, full_name, signer, typed } }: { signature: CashSignature }) {
  return (
    <p className="min-w-0 wrap-anywhere">
      <span className="block text-muted text-sm">{signerRoleText(as)}</span>
      <bdi>{full_name}</bdi>
      {signer !== full_name && (
        <>
          {' '}
          (<bdi>{signer}</bdi>)
        </>
      )}
      <span className="text-muted text-sm"> · {typed ? t`signed by typed name` : t`signed by hand`}</span>
    </p>
  );
}
