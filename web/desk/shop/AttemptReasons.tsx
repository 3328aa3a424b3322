import { t } from '@lingui/core/macro';
import { CircleX, Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import { ATTEMPT_REASONS_MAX } from '../../../contract/rules/orders/attempts.ts';
import { failure } from '../../api/problem-messages.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { ReasonRow } from './ReasonRow.tsx';
import { moved, type Reasons, reasonText, trimmed, withAdded, withoutText } from './reason-drafts.ts';
import { SettingsChanged } from './SettingsChanged.tsx';

type Props = { reasons: Reasons; is_admin: boolean; onSaved: () => Promise<void> };

/** The reasons that drivers can choose for an attempt, in their order. */
export function AttemptReasons({ reasons, is_admin, onSaved }: Props) {
  return (
    <TitledCard icon={CircleX} title={t`Reasons of "Couldn't deliver"`}>
      {is_admin ? (
        <ReasonsForm reasons={reasons} onSaved={onSaved} />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {reasons.map((reason) => (
            <li key={reason.key} className="flex flex-wrap justify-between gap-x-4 py-2">
              <bdi className="min-w-0 wrap-anywhere">{reasonText(reason)}</bdi>
              <span className="text-muted">{requirements(reason)}</span>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function requirements({ needs_photo, needs_note, needs_time }: Reasons[number]): string {
  const needed = [
    ...(needs_photo ? [t`Photo`] : []),
    ...(needs_note ? [t`Note`] : []),
    ...(needs_time ? [t`New time`] : []),
  ];
  return needed.join(', ') || t`Nothing required`;
}

/** Sends all reasons at once: their order is one setting. */
function ReasonsForm({ reasons: saved, onSaved }: Omit<Props, 'is_admin'>) {
  const { draft, seen, is_outdated, setDraft, load, onRefused } = useReasonsDraft(saved, onSaved);
  const messages = { failed: t`Not saved`, onRefused };
  const { busy, unknown, send } = useMemoryCommand('change_delivery_settings', messages);
  const reasons = draft ?? saved;
  const place = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(place);
  const incomplete = withoutText(reasons);
  const text = t`Enter the text of the reason`;
  const { check, mark } = useMissing(
    incomplete === null
      ? []
      : [{ part: incomplete, words: text, toast: failure(t`Missing Information`, text) }],
  );
  const is_full = reasons.length >= ATTEMPT_REASONS_MAX;
  const locked = busy || unknown;

  function remove(at: number): void {
    const left = reasons.filter((_, one) => one !== at);
    const neighbour = left[Math.min(at, left.length - 1)];
    if (neighbour) focusNext(neighbour.key, 'remove');
    setDraft(left);
  }

  function add(): void {
    const next = withAdded(reasons, thisTab.now());
    const added = next.at(-1);
    if (is_full || !added) return;
    focusNext(added.key, 'text');
    setDraft(next);
  }

  async function save(): Promise<void> {
    if (busy || !check() || (!unknown && draft === null)) return;
    const body = { reasons: trimmed(reasons), seen_reasons: [...seen] };
    if (await send(body, { kind: 'success', title: t`Saved` })) await load();
  }

  return (
    <SendForm onSend={() => void save()}>
      <div ref={place} className="flex flex-col gap-4">
        <ol className="flex flex-col divide-y divide-line">
          {reasons.map((reason, at) => (
            <ReasonRow
              key={reason.key}
              reason={reason}
              mark={mark(reason.key)}
              locked={locked}
              onChange={(changed) => setDraft(reasons.map((one, place) => (place === at ? changed : one)))}
              onRemove={reasons.length > 1 ? () => remove(at) : null}
              onMove={(by, button) => {
                focusNext(reason.key, button);
                setDraft(moved(reasons, reason.key, by));
              }}
              first={at === 0}
              last={at === reasons.length - 1}
            />
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={locked} aria-disabled={is_full || undefined} onClick={add}>
            <Plus size={18} className="shrink-0" />
            {t`Add a reason`}
          </Button>
          <Button variant="quiet" disabled={locked} onClick={() => setDraft(ATTEMPT_REASONS)}>
            {t`Use the built-in reasons`}
          </Button>
        </div>
      </div>
      {is_outdated && <SettingsChanged busy={busy} onLoad={() => void load()} />}
      <Button type="submit" className="self-start max-md:w-full" busy={busy}>
        {unknown ? t`Send again` : t`Save`}
      </Button>
    </SendForm>
  );
}

/** The edited reasons, and the saved ones that the user saw when they began to edit. */
function useReasonsDraft(saved: Reasons, onLoad: () => Promise<void>) {
  const [edit, setEdit] = useState<{ draft: Reasons; seen: Reasons } | null>(null);
  const [is_outdated, setOutdated] = useState(false);
  return {
    draft: edit?.draft ?? null,
    seen: edit?.seen ?? saved,
    is_outdated,
    setDraft: (draft: Reasons) => setEdit({ draft, seen: edit?.seen ?? saved }),
    /** Loads the saved reasons in place of the edited ones. */
    load: async () => {
      await onLoad();
      setEdit(null);
      setOutdated(false);
    },
    onRefused: ({ code }: { code: string }) => setOutdated(code === 'settings_changed'),
  };
}

/** The controls of a row that can take the focus after a change of the list. */
type RowControl = 'text' | 'up' | 'down' | 'remove';

/**
 * Returns a function that focuses a control of a row after the next change: a row that is moved or removed in
 * the document loses the focus.
 */
function useFocusNext(place: { current: HTMLElement | null }): (key: string, control: RowControl) => void {
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    place.current?.querySelector<HTMLElement>(`[data-focus="${next.current}"]`)?.focus();
    next.current = null;
  });
  return (key, control) => {
    next.current = `${key}:${control}`;
  };
}
