import { t } from '@lingui/core/macro';
import { ATTEMPT_REASON_LABELS } from '../../../../contract/labels/attempt-labels.ts';
import { attempt } from '../../../commands/delivery/attempt.ts';
import { CommandNotice } from '../../../commands/notices/CommandNotice.tsx';
import { deviceOutbox } from '../../../commands/this-device.ts';
import { useEntryFiles, useStanding } from '../../../commands/use-entries.ts';
import { useObjectUrl } from '../../../components/photo/use-object-url.ts';
import { label } from '../../../messages/label.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';
import { Conflict } from '../Conflict.tsx';
import type { NextOrderRead } from '../use-next-order.ts';
import { CorrectAttempt } from './CorrectAttempt.tsx';

type Entry = OutboxEntry<'record_attempt'>;

/** Attempts that were refused, recorded with a conflict, or are not recorded yet despite a connection. */
export function OtherAttempts({ entries, read }: { entries: readonly Entry[]; read: NextOrderRead }) {
  return entries.map((entry) => <OtherAttempt key={entry.command_id} entry={entry} read={read} />);
}

function OtherAttempt({ entry, read }: { entry: Entry; read: NextOrderRead }) {
  const { command_id, answer } = entry;
  const standing = useStanding(entry);
  const files = useEntryFiles(standing === 'refused' ? entry : undefined);
  const photo_url = useObjectUrl([...files.values()][0] ?? null);
  const [conflict] = answer ? attempt.messages.done(entry, answer) : [];
  if (conflict) {
    return <Conflict outcome={conflict} onContinue={() => void deviceOutbox.acknowledge(command_id)} />;
  }
  // The line at the top of the page counts attempts that only need a connection.
  if (standing === 'waiting' || standing === 'busy') return null;
  return (
    <CommandNotice
      entry={entry}
      standing={standing}
      carries={
        <>
          <p className="font-medium">{attemptText(entry)}</p>
          {entry.input.note && (
            <p className="wrap-anywhere">
              <bdi>{entry.input.note}</bdi>
            </p>
          )}
          {photo_url && (
            <img
              src={photo_url}
              alt={t`Place of the attempt`}
              className="mt-2 max-h-40 rounded-card border border-line object-contain"
            />
          )}
          {standing === 'refused' && <CorrectAttempt entry={entry} read={read} />}
        </>
      }
    />
  );
}

function attemptText({ input, about_order }: Entry): string {
  const reason = about_order?.reason_label ?? label(ATTEMPT_REASON_LABELS, input.reason);
  const number = about_order?.order_number ?? '';
  return t`Couldn't deliver #${number}: ${reason}`;
}
