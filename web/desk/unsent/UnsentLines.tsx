import { useOutboxToasts } from '../../commands/notices/use-outbox-toasts.ts';
import { ConnectionLine, SessionEndLine } from '../../shell/StatusLines.tsx';

/** What this person has still to send from this device, wherever it was made, and what became of it. */
export function UnsentLines({ time_zone }: { time_zone: string }) {
  useOutboxToasts();
  return (
    <>
      <ConnectionLine time_zone={time_zone} />
      <SessionEndLine time_zone={time_zone} />
    </>
  );
}
