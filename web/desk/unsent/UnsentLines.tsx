import { useOutboxToasts } from '../../commands/notices/use-outbox-toasts.ts';
import { ConnectionLine, SessionEndLine } from '../../shell/StatusLines.tsx';

/** Shows the user's unsent records on this device, from every screen, and their outcomes. */
export function UnsentLines({ time_zone }: { time_zone: string }) {
  useOutboxToasts();
  return (
    <>
      <ConnectionLine time_zone={time_zone} />
      <SessionEndLine time_zone={time_zone} />
    </>
  );
}
