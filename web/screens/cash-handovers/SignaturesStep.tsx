import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { Money } from '../../components/Money.tsx';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../words/i18n.ts';
import type { Holder } from './holders.ts';
import type { CollectionForm } from './use-collection.ts';

type Props = { holder: Holder; manager: Profile; form: CollectionForm };

const PAD = { width_px: 280, height_px: 120 } as const;

/** What both sign for, and their pads. */
export function SignaturesStep({ holder, manager, form: { amount_fils, signing } }: Props) {
  const { signatures, setSignature, notice } = signing;
  return (
    <>
      {notice && <Notice tone="warn" icon={TriangleAlert} title={say(notice)} />}
      <Facts className="rounded-card bg-sunken p-4">
        <Fact name={t`Amount to Collect`}>
          <Money amount_fils={amount_fils} lead />
        </Fact>
        <Fact name={t`From`}>
          <bdi>{holder.full_name}</bdi>
        </Fact>
      </Facts>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-5">
        <SignaturePad
          label={t`Manager Signature`}
          signer={manager.full_name}
          value={signatures.manager}
          onChange={(value) => setSignature('manager', value)}
          {...PAD}
        />
        <SignaturePad
          label={t`Staff Member Signature`}
          signer={holder.full_name}
          value={signatures.user}
          onChange={(value) => setSignature('user', value)}
          {...PAD}
        />
      </div>
    </>
  );
}
