import type { EndHandover } from '../../contract/operations/dashboard/cash/end-handover.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';

const OCCURRED_AT = '2026-11-20T16:00:00.000Z';
export const RECEIPT_SHA256 = '33'.repeat(32);
const FOLDER = 'EOD/CornerShop/2026-11-20/';

/** An end of day as the outbox accepts it, with a new command each time. */
export function handoverCommand(of: { user_id: string; driver_id?: number; amount_fils?: number }) {
  const driver_id = of.driver_id ?? 7;
  const handover_reference = `EOD-20261120-${driver_id}-1795190400000`;
  const signature = (of_whom: string, byte: string) => ({
    path: `${FOLDER}signatures/${of_whom}-${handover_reference}.png`,
    sha256: byte.repeat(32),
    typed: false,
    signer: of_whom,
  });
  const input: EndHandover = {
    handover_reference,
    driver_id,
    amount_fils: of.amount_fils ?? 14_500,
    card_machine_id: null,
    card_machine_received: true,
    estimated_receivables_fils: 14_500,
    driver_signature: signature('driver', '11'),
    admin_signature: signature('admin', '22'),
    receipt: { path: `${FOLDER}receipt-${handover_reference}.pdf`, sha256: RECEIPT_SHA256 },
    occurred_at: OCCURRED_AT,
    clock_offset_ms: 0,
  };
  const file = (
    pinned: { path: string; sha256: string },
    type: 'image/png' | 'application/pdf',
    stage: 'signatures' | 'receipt',
  ) => ({
    path: pinned.path,
    sha256: pinned.sha256,
    bucket: 'cash-handovers' as const,
    type,
    stage,
    bytes: new Uint8Array([1, 2, 3]).buffer,
  });
  return {
    command_id: newId(),
    user_id: of.user_id,
    shop_id: 1,
    endpoint: 'end_handover' as const,
    subject: String(driver_id),
    occurred_at: OCCURRED_AT,
    clock_offset_ms: 0,
    input,
    files: [
      file(input.driver_signature, 'image/png', 'signatures'),
      file(input.admin_signature, 'image/png', 'signatures'),
      file(input.receipt, 'application/pdf', 'receipt'),
    ],
  };
}

export function handoverReply(changes: Partial<HandoverDone> = {}): HandoverDone {
  return {
    id: newId(),
    handover_reference: 'EOD-20261120-7-1795190400000',
    amount_fils: 14_500,
    difference_fils: 0,
    difference_outcome: null,
    driver_total_fils: 0,
    admin_total_fils: 14_500,
    completed_at: OCCURRED_AT,
    ...changes,
  };
}
