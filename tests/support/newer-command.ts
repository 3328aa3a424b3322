import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { NewCommand } from '../../web/offline/new-entry.ts';
import type { CommandName } from '../../web/offline/outbox-entry.ts';
import { deliveryCommand } from './delivery-command.ts';

export const NEWER = 'record_attempt' as CommandName;
export const NEWER_PATH = '/api/attempts';

/** Lets this page send the newer command. Build d0bfc4ef does not know its endpoint. */
export function knowNewerCommand(): void {
  const definition = { method: 'post', path: NEWER_PATH, command: true, durable: 'by_itself' };
  Object.assign(DASHBOARD_ENDPOINTS, { [NEWER]: definition });
}

/** A command about an order that is newer than build d0bfc4ef, without files. */
export function newerCommand(of: { user_id: string; order_id?: string; endpoint?: string }): NewCommand {
  const made = deliveryCommand(of);
  const { order_id, occurred_at, clock_offset_ms } = made.input;
  const input = { order_id, reason: 'nobody_home', occurred_at, clock_offset_ms };
  return { ...made, input, files: [], endpoint: of.endpoint ?? NEWER } as unknown as NewCommand;
}
