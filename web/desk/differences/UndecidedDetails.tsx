import { t } from '@lingui/core/macro';
import { BookCheck, CornerDownLeft, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { UndecidedDifference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Money } from '../../components/Money.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx';
import { APPROVALS_PATH } from '../shell/desk-places.ts';
import { AccountFacts } from './AccountFacts.tsx';
import { accountTitle, blockerText, differenceProblemText, ownAccountText } from './difference-messages.ts';

/** A difference that both signed and that is not booked: what blocks it, and the decision about it. */
export function UndecidedDetails({ row }: { row: UndecidedDifference }) {
  const { account, signed_fils, bookable_fils, blockers } = row;
  return (
    <div className="flex flex-col gap-6">
      <Decide row={row} />
      {blockers.length > 0 && (
        <Notice tone="warn" icon={TriangleAlert} title={t`It cannot be booked yet`}>
          <ul>
            {blockers.map((blocker) => (
              <li key={blocker}>{blockerText(blocker)}</li>
            ))}
          </ul>
          {blockers.some((blocker) => blocker === 'unsent' || blocker === 'missing') && (
            <Link to="/desk/devices" className="text-accent underline">
              {t`Devices`}
            </Link>
          )}{' '}
          {blockers.some((blocker) => blocker === 'expenses' || blocker === 'corrections') && (
            <Link to={APPROVALS_PATH} className="text-accent underline">
              {t`Approvals`}
            </Link>
          )}
        </Notice>
      )}
      <Facts className="grid-cols-2">
        <Fact name={t`To book`}>
          <Money amount_fils={bookable_fils} lead />
        </Fact>
        <Fact name={t`Signed`}>
          {accountTitle(account)} <Money amount_fils={signed_fils} />
        </Fact>
      </Facts>
      {bookable_fils < signed_fils && (
        <p className="text-muted text-sm">{t`Late deliveries and cash handed in since then explain the rest.`}</p>
      )}
      <AccountFacts row={row} />
    </div>
  );
}

function Decide({ row }: { row: UndecidedDifference }) {
  const { full_name, handover_id, blockers, is_own } = row;
  const [asking, setAsking] = useState<'book' | 'leave' | null>(null);
  const leave = useMemoryCommand('decide_difference', { failed: t`Not decided` });
  const own = is_own ? ownAccountText() : undefined;
  const book: DeskAction = {
    id: 'book_difference',
    title: row.bookable_fils === 0 ? t`Close` : t`Book`,
    key: 'b',
    unavailable: own ?? (blockers[0] && blockerText(blockers[0])),
    run: () => setAsking('book'),
  };
  const keep: DeskAction = {
    id: 'leave_difference',
    title: t`Leave with the driver`,
    key: 'l',
    unavailable: own,
    run: () => setAsking('leave'),
  };
  useDeskActions(full_name, [book, keep]);
  const close = () => setAsking(null);

  async function leaveIt(reason: string): Promise<void> {
    const body = { handover_id, choice: 'kept', bookable_fils: row.bookable_fils, reason } as const;
    const done = { kind: 'success', title: t`Left with the driver`, description: full_name } as const;
    if (await leave.send(body, done)) close();
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <ActionButton action={book} icon={BookCheck} variant="primary" />
        <ActionButton action={keep} icon={CornerDownLeft} variant="secondary" />
      </div>
      {own && <p className="text-muted text-sm">{own}</p>}
      {asking === 'book' && <BookDialog row={row} onClose={close} />}
      {asking === 'leave' && (
        <ReasonDialog
          title={t`Leave the difference with the driver?`}
          description={t`It stays in the driver's cash on hand.`}
          confirm={t`Leave with the driver`}
          busy={leave.busy}
          unanswered={leave.unanswered?.body.reason ?? null}
          onConfirm={(reason) => void leaveIt(reason)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Books the amount that it shows; if the book has changed since, it shows the new amount first. */
function BookDialog({ row, onClose }: { row: UndecidedDifference; onClose: () => void }) {
  const { full_name, handover_id, account } = row;
  const [amount_fils, setAmount] = useState(row.bookable_fils);
  const [has_changed, setHasChanged] = useState(false);
  const command = useMemoryCommand('decide_difference', {
    failed: t`Not booked`,
    refused: differenceProblemText,
    onRefused({ code, current_fils }) {
      if (code !== 'balance_changed' || current_fils === undefined) return;
      setAmount(current_fils);
      setHasChanged(true);
    },
  });
  const amount = formatMoney(amount_fils);
  const nothing = amount_fils === 0;

  async function book(): Promise<void> {
    const body = { handover_id, choice: 'short_or_over', bookable_fils: amount_fils, reason: null } as const;
    const title = nothing ? t`Closed` : t`Booked`;
    const description = nothing ? full_name : `${full_name} · ${accountTitle(account)} ${amount}`;
    if (await command.send(body, { kind: 'success', title, description })) onClose();
  }

  return (
    <ConfirmDialog
      title={nothing ? t`Close this difference?` : t`Book this difference?`}
      confirm={nothing ? t`Close` : t`Book`}
      command={command}
      onConfirm={book}
      onClose={onClose}
    >
      {has_changed && <Notice tone="warn" icon={TriangleAlert} title={t`The amount has changed`} />}
      <Facts>
        <Fact name={account === 'shortage' ? t`Shortage of ${full_name}` : t`Over of ${full_name}`}>
          <Money amount_fils={amount_fils} lead />
        </Fact>
      </Facts>
      <p>{bookText(account, nothing)}</p>
    </ConfirmDialog>
  );
}

function bookText(account: UndecidedDifference['account'], nothing: boolean): string {
  if (nothing) return t`Nothing is left to book: late deliveries and cash handed in since then explain it.`;
  if (account === 'shortage')
    return t`It leaves the cash on hand and stays open until it is paid, deducted or written off.`;
  return t`It is added to the cash on hand and stays open until it is paid back, written off or cancelled by a late delivery.`;
}
