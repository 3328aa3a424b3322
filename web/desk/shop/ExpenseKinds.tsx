import { t } from '@lingui/core/macro';
import { Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { EXPENSE_KIND_LABELS } from '../../../contract/labels/expense-labels.ts';
import {
  CUSTOMER_REFUND,
  EXPENSE_KIND_MAX,
  EXPENSE_KINDS,
  EXPENSE_KINDS_MAX,
} from '../../../contract/rules/expenses.ts';
import { failure } from '../../api/problem-messages.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { label } from '../../messages/label.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { SettingsChanged } from './SettingsChanged.tsx';

type Props = { kinds: readonly string[]; is_admin: boolean; onSaved: () => Promise<void> };

/** The kinds of expenses that drivers may choose. */
export function ExpenseKinds({ kinds, is_admin, onSaved }: Props) {
  return (
    <TitledCard icon={ReceiptText} title={t`Expenses of drivers`}>
      <p className="text-muted text-sm">
        {t`Drivers record what they paid from cash with a photo of the slip. It counts once a Manager or Admin approves it.`}
      </p>
      {is_admin ? (
        <KindsForm saved={kinds} onSaved={onSaved} />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {kinds.map((kind) => (
            <li key={kind} className="wrap-anywhere py-2">
              <bdi>{label(EXPENSE_KIND_LABELS, kind)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

/** Sends all kinds at once: their order is one setting. A kind of the shop that is not ticked is removed. */
function KindsForm({ saved, onSaved }: { saved: readonly string[]; onSaved: () => Promise<void> }) {
  const draft = useKindsDraft(saved, onSaved);
  const { offered, chosen, added } = draft;
  const { busy, unknown, send } = useMemoryCommand('change_delivery_settings', {
    failed: t`Not saved`,
    onRefused: draft.onRefused,
  });
  const locked = busy || unknown;
  const is_full = chosen.length >= EXPENSE_KINDS_MAX;
  const text = t`Choose at least one kind`;
  const { check, mark } = useMissing(
    chosen.length > 0 ? [] : [{ part: 'kinds', words: text, toast: failure(t`Missing Information`, text) }],
  );

  async function save(): Promise<void> {
    if (busy || !check() || (!unknown && !draft.is_changed)) return;
    const body = { expense_kinds: [...chosen], seen_expense_kinds: [...draft.seen] };
    if (await send(body, { kind: 'success', title: t`Saved` })) await draft.load();
  }

  return (
    <SendForm onSend={() => void save()}>
      <fieldset data-part={mark('kinds')['data-part']} className="flex min-w-0 flex-col">
        <legend className="sr-only">{t`Kinds of expenses`}</legend>
        {offered.map((kind, at) => (
          <Checkbox
            key={kind}
            checked={chosen.includes(kind)}
            disabled={locked}
            missing={at === offered.length - 1 ? mark('kinds').missing : undefined}
            onChecked={(checked) => draft.choose(kind, checked)}
            label={<bdi className="wrap-anywhere">{label(EXPENSE_KIND_LABELS, kind)}</bdi>}
          />
        ))}
      </fieldset>
      <Field
        label={t`Another kind`}
        dir="auto"
        autoComplete="off"
        maxLength={EXPENSE_KIND_MAX}
        disabled={locked}
        value={added}
        onChange={({ target }) => draft.setAdded(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || added.trim() === '') return;
          event.preventDefault();
          draft.add();
        }}
        action={
          <Button
            variant="secondary"
            disabled={locked}
            aria-disabled={is_full || added.trim() === '' || undefined}
            onClick={() => !is_full && draft.add()}
          >
            <Plus size={18} className="shrink-0" />
            {t`Add`}
          </Button>
        }
      />
      {draft.is_outdated && <SettingsChanged busy={busy} onLoad={() => void draft.load()} />}
      <Button type="submit" className="self-start max-md:w-full" busy={busy}>
        {unknown ? t`Send again` : t`Save`}
      </Button>
    </SendForm>
  );
}

/** The edited kinds, and the saved ones that the user saw when they began to edit. */
function useKindsDraft(saved: readonly string[], onLoad: () => Promise<void>) {
  const [edit, setEdit] = useState<{ kinds: readonly string[]; seen: readonly string[] } | null>(null);
  const [own, setOwn] = useState<readonly string[]>([]);
  const [added, setAdded] = useState('');
  const [is_outdated, setOutdated] = useState(false);
  const seen = edit?.seen ?? saved;
  const offered = [...new Set([...EXPENSE_KINDS, ...saved, ...own])];
  const kinds = edit?.kinds ?? saved;
  const chosen = offered.filter((kind) => kinds.includes(kind));
  const change = (next: readonly string[]) => setEdit({ kinds: next, seen });
  return {
    offered,
    chosen,
    seen,
    added,
    setAdded,
    is_outdated,
    is_changed: edit !== null,
    choose: (kind: string, is_chosen: boolean) =>
      change(is_chosen ? [...kinds, kind] : kinds.filter((one) => one !== kind)),
    add: () => {
      const kind = added.trim();
      if (kind === '' || kind === CUSTOMER_REFUND) return;
      setOwn([...own, kind]);
      change([...kinds.filter((one) => one !== kind), kind]);
      setAdded('');
    },
    /** Loads the saved kinds in place of the edited ones. */
    load: async () => {
      await onLoad();
      setEdit(null);
      setOwn([]);
      setOutdated(false);
    },
    onRefused: ({ code }: { code: string }) => setOutdated(code === 'settings_changed'),
  };
}
