import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { EndpointResponse } from '../../../../contract/operations/endpoint-schemas.ts';
import { NO_SOURCE_AMOUNTS } from '../../../../contract/rules/orders/order-amounts.ts';
import { failure } from '../../../api/problem-messages.ts';
import { useMemoryCommand } from '../../../commands/memory/use-memory-command.ts';
import { useTimeZone } from '../../../components/open-screen.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { Field, Select } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { type Missing, useMissing } from '../../../ui/use-missing.ts';
import { SendButtons } from '../../form/SendButtons.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import { missingOf } from './fault-messages.ts';
import { OrderFields } from './OrderFields.tsx';
import { emptyDraft, isSameDraft, readDraft } from './order-draft.ts';

type Props = {
  onAdded: (order_id: string) => void;
  onClose: () => void;
};

type ToAdd = EndpointResponse<'read_order_to_add'>;

/**
 * Adds an order received by telephone or over the counter. The input is kept until it is added or discarded.
 */
export function AddOrderDialog({ onAdded, onClose }: Props) {
  const time_zone = useTimeZone();
  const begin = useDeskRead('read_order_to_add');
  const [before] = useState(() => emptyDraft(thisTab.random.uuid()));
  const [draft, setDraft] = useState(before);
  const number = useNewNumber(begin.data?.order_number);
  const [driver_id, setDriver] = useState('');
  const sent_number = numberOf(number.text);
  const command = useMemoryCommand('add_order', {
    failed: t`Not added`,
    refused: ({ code }) => (code === 'already_exists' ? numberTaken() : null),
    onRefused: ({ code }) => code === 'already_exists' && number.onTaken(sent_number),
  });
  const { contents, faults, amounts } = readDraft(draft, { time_zone, untyped: NO_SOURCE_AMOUNTS });
  const total_fils =
    readDraft({ ...draft, paid: before.paid }, { time_zone, untyped: NO_SOURCE_AMOUNTS }).amounts
      ?.total_amount_fils ?? null;
  const missing = [...numberFaults(sent_number, number.taken), ...missingOf(faults)];
  const { check, mark } = useMissing(missing);
  const locked = command.busy || command.unknown;
  const dirty = number.typed || driver_id !== '' || !isSameDraft(before, draft);

  async function add(): Promise<void> {
    if (!command.unknown && !check()) return;
    const body = {
      ...contents,
      order_number: sent_number,
      driver_id: driver_id === '' ? null : Number(driver_id),
    };
    const added = await command.send(body, {
      kind: 'success',
      title: t`Order added`,
      description: t`Order #${sent_number}`,
    });
    if (added) onAdded(added.order_id);
  }

  return (
    <FormDialog
      title={t`Add an order`}
      description={t`It is treated like an imported order.`}
      dirty={dirty}
      locked={command.busy}
      onClose={onClose}
      footer={(close) => (
        <SendButtons
          words={t`Add order`}
          busyText={t`Adding...`}
          busy={command.busy}
          unknown={command.unknown}
          onCancel={close}
          onSend={() => void add()}
        />
      )}
    >
      <OrderFields
        draft={draft}
        onChange={(changes) => setDraft((typed) => ({ ...typed, ...changes }))}
        mark={mark}
        amounts={amounts}
        total_fils={total_fils}
        untyped={NO_SOURCE_AMOUNTS}
        disabled={locked}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <Field
            {...mark('order_number')}
            label={t`Order number *`}
            data-first-field
            dir="ltr"
            maxLength={60}
            autoComplete="off"
            enterKeyHint="next"
            value={number.text}
            onChange={(event) => number.onType(event.target.value)}
            hint={
              begin.data?.of_store && t`The store numbers its own orders: use a number that it never assigns.`
            }
          />
          <DriverField value={driver_id} onValue={setDriver} drivers={begin.data?.drivers ?? []} />
        </div>
      </OrderFields>
    </FormDialog>
  );
}

type DriverProps = { value: string; onValue: (value: string) => void; drivers: ToAdd['drivers'] };

function DriverField({ value, onValue, drivers }: DriverProps) {
  return (
    <Select
      label={t`Driver`}
      value={value}
      placeholder={t`No driver yet`}
      options={drivers.map(({ driver_id, full_name }) => ({ value: String(driver_id), label: full_name }))}
      onValue={onValue}
    />
  );
}

/**
 * Keeps the first proposed number while other orders are added; if it is taken, proposes the next free one.
 */
function useNewNumber(free: string | undefined) {
  const [proposed, setProposed] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState<string | null>(null);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const is_gone = proposed !== undefined && taken.includes(proposed);
  if (free !== undefined && free !== proposed && (proposed === undefined || is_gone)) setProposed(free);
  return {
    text: typed ?? proposed ?? '',
    typed: typed !== null,
    taken,
    onType: setTyped,
    onTaken: (number: string) => setTaken((known) => [...known, number]),
  };
}

function numberOf(text: string): string {
  return text.trim().replace(/^#\s*/, '');
}

function numberTaken(): string {
  return t`This number is already in use`;
}

function numberFaults(number: string, taken: readonly string[]): Missing<string>[] {
  if (number === '') return missingOf([{ part: 'order_number', what: 'missing' }]);
  if (!taken.includes(number)) return [];
  const words = numberTaken();
  return [{ part: 'order_number', words, toast: failure(t`Not added`, words) }];
}
