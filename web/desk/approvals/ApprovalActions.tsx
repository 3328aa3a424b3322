import { t } from '@lingui/core/macro';
import { Check, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalOutcome } from '../../../contract/rules/approvals.ts';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { useProfile } from '../../session/use-session.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx';
import { AccountChanges } from './AccountChanges.tsx';
import {
  approvalKindText,
  changesAccounts,
  decisionProblemText,
  effectText,
  notApprovableText,
  outcomeText,
} from './approval-messages.ts';

/** Approves or refuses a pending request; the user who made it withdraws it. */
export function ApprovalActions({ approval }: { approval: Approval }) {
  const { id: own_id } = useProfile();
  const [asking, setAsking] = useState<ApprovalOutcome | null>(null);
  const decide = useMemoryCommand('decide_approval', {
    failed: t`Not decided`,
    refused: decisionProblemText,
  });
  const name = `${approvalKindText(approval)} · ${approval.full_name}`;
  const unavailable = notApprovableText(approval, own_id);
  const approve: DeskAction = {
    id: 'approve',
    title: t`Approve`,
    key: 'a',
    unavailable,
    run: () => setAsking('approved'),
  };
  const refuse: DeskAction = { id: 'refuse', title: t`Refuse`, key: 'r', run: () => setAsking('refused') };
  const withdraw: DeskAction = {
    id: 'withdraw',
    title: t`Withdraw`,
    key: 'w',
    run: () => setAsking('withdrawn'),
  };
  useDeskActions(name, [approve, approval.is_own ? withdraw : refuse]);
  const close = () => setAsking(null);

  async function send(outcome: ApprovalOutcome, reason: string | null): Promise<void> {
    const done = { kind: 'success', title: outcomeText(outcome), description: name } as const;
    if (await decide.send({ approval_id: approval.id, outcome, reason }, done)) close();
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <ActionButton action={approve} icon={Check} variant="primary" />
        {approval.is_own ? (
          <ActionButton action={withdraw} icon={Undo2} variant="secondary" />
        ) : (
          <ActionButton action={refuse} icon={X} variant="secondary" />
        )}
      </div>
      {unavailable && <p className="text-muted text-sm">{unavailable}</p>}
      {asking === 'approved' && (
        <ConfirmDialog
          title={t`Approve this request?`}
          confirm={t`Approve`}
          command={decide}
          onConfirm={() => send('approved', null)}
          onClose={close}
        >
          <p>
            {approvalKindText(approval)}, {t`requested by`} <bdi>{approval.requested_by.full_name}</bdi>
          </p>
          {changesAccounts(approval) && <AccountChanges changes={approval.changes} />}
          <p className="text-muted">{effectText(approval)}</p>
        </ConfirmDialog>
      )}
      {asking === 'refused' && (
        <ReasonDialog
          title={t`Refuse this request?`}
          description={<bdi>{name}</bdi>}
          confirm={t`Refuse`}
          danger
          busy={decide.busy}
          unanswered={decide.unanswered?.body.reason ?? null}
          onConfirm={(reason) => void send('refused', reason)}
          onClose={close}
        />
      )}
      {asking === 'withdrawn' && (
        <ConfirmDialog
          title={t`Withdraw this request?`}
          confirm={t`Withdraw`}
          danger
          command={decide}
          onConfirm={() => send('withdrawn', null)}
          onClose={close}
        >
          <p>
            <bdi>{name}</bdi>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
