import { useOutboxToasts } from '../../commands/notices/use-outbox-toasts.ts';
import { ConnectionLine, SessionEndLine } from '../../shell/StatusLines.tsx';
import { OwedNotice } from '../open-payments/OwedNotice.tsx';

/** Shows the user's unsent records on this device, from every place, their outcomes, and amounts owed. */
export function UnsentLines({ time_zone }: { time_zone: string }) {
  useOutboxToasts();
  return (
    <>
      <ConnectionLine time_zone={time_zone} />
      <SessionEndLine time_zone={time_zone} />
      <OwedNotice />
    </>
  );
}
