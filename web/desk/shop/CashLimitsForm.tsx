import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { CashSettings } from '../../../contract/operations/desk/cash-settings/read-cash-settings.schema.ts';
import { failure } from '../../api/problem-messages.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { typedAmountOf } from '../../components/amount/typed-amount.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { limitErrorText, limitIn } from './cash-limit.ts';

const LIMITS = ['float_limit_fils', 'cash_ceiling_fils'] as const;
type Limit = (typeof LIMITS)[number];
type Draft = Partial<Record<Limit, string>> & { ceiling_blocks_assignment?: boolean };
type Props = { settings: CashSettings; onSaved: () => Promise<void> };

/** Sends only the changed settings, so that another Admin's concurrent changes remain. */
export function CashLimitsForm({ settings, onSaved }: Props) {
  const [draft, setDraft] = useState<Draft>({});
  const { busy, unknown, send } = useMemoryCommand('change_cash_settings', { failed: t`Not saved` });
  const typed = (limit: Limit) => draft[limit] ?? textOf(settings[limit]);
  const blocks = draft.ceiling_blocks_assignment ?? settings.ceiling_blocks_assignment;
  const wrong = LIMITS.filter((limit) => limitIn(typed(limit)) === undefined);
  const { check, mark } = useMissing(
    wrong.map((part) => {
      const words = limitErrorText(typed(part));
      return { part, words, toast: failure(t`Invalid Amount`, words) };
    }),
  );
  const locked = busy || unknown;

  async function save(): Promise<void> {
    if (busy || !check()) return;
    const changes = {
      ...Object.fromEntries(
        LIMITS.flatMap((limit) => {
          const wanted = limitIn(typed(limit));
          return wanted === settings[limit] ? [] : [[limit, wanted]];
        }),
      ),
      ...(blocks !== settings.ceiling_blocks_assignment && { ceiling_blocks_assignment: blocks }),
    };
    if (!unknown && Object.keys(changes).length === 0) return;
    if (!(await send(changes, { kind: 'success', title: t`Saved` }))) return;
    await onSaved();
    setDraft({});
  }

  const field = (limit: Limit) => ({
    ...mark(limit),
    value: typed(limit),
    onAmount: (text: string) => setDraft((before) => ({ ...before, [limit]: text })),
    disabled: locked,
    enterKeyHint: 'done' as const,
  });
  return (
    <SendForm onSend={() => void save()}>
      <AmountField
        {...field('float_limit_fils')}
        label={t`Limit of floats (AED)`}
        hint={t`Floats out of the safe above it need the approval of another Manager or Admin. Leave empty for no limit.`}
      />
      <AmountField
        {...field('cash_ceiling_fils')}
        label={t`Ceiling of cash for drivers (AED)`}
        hint={t`A driver who carries more is notified, and so is the desk. Leave empty for no ceiling.`}
      />
      <Checkbox
        checked={blocks}
        disabled={locked}
        onChecked={(ceiling_blocks_assignment) =>
          setDraft((before) => ({ ...before, ceiling_blocks_assignment }))
        }
        label={
          <>
            <span className="block font-medium">{t`No new orders above the ceiling`}</span>
            <span className="block text-muted text-sm">
              {t`A driver above the ceiling gets no new orders, but can always finish the orders at hand.`}
            </span>
          </>
        }
      />
      <Button type="submit" className="self-start max-md:w-full" busy={busy}>
        {unknown ? t`Send again` : t`Save`}
      </Button>
    </SendForm>
  );
}

function textOf(fils: number | null): string {
  return fils === null ? '' : typedAmountOf(fils);
}
