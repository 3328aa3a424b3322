import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { confirmDelivery, notConfirmed } from '../../commands/deliver.ts';
import { acknowledge } from '../../offline/device-outbox.ts';
import type { Draft } from '../../offline/drafts.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { useDraft } from '../../offline/use-draft.ts';
import { useHeldBack, useOutboxEntry } from '../../offline/use-outbox.ts';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { type DeliveryState, deliveryState } from './delivery-state.ts';
import type { NextOrderRead } from './use-next-order.ts';

export type DeliveryHandle = {
  draft: Draft | undefined;
  save: (changes: Partial<Draft>) => Promise<void>;
  entry: OutboxEntry<'confirm_delivery'> | undefined;
  state: DeliveryState;
  confirm: (draft: Draft) => Promise<void>;
  /** The driver has seen how it ended: forgets the draft and asks for the next order. */
  finish: () => Promise<void>;
};

/** Ties an order to its draft and to what the outbox knows of its delivery. */
export function useDelivery(order: OrderWithItems, profile: Profile, read: NextOrderRead): DeliveryHandle {
  const { draft, save, clear } = useDraft(order.id);
  const entry = useOutboxEntry('confirm_delivery', order.id);
  const held_back = useHeldBack(entry);
  const may_go = useOnline() && !held_back;
  const [preparing, setPreparing] = useState(false);
  const pressed = useRef(false);
  const recorded = deliveryState(entry, may_go, order);
  const { pin, refetch } = read;

  async function confirm(complete: Draft): Promise<void> {
    if (pressed.current) return;
    pressed.current = true;
    setPreparing(true);
    try {
      await confirmDelivery(order, complete, profile);
    } catch (error) {
      showToast(notConfirmed(error));
    } finally {
      pressed.current = false;
      setPreparing(false);
    }
  }

  const finish = useCallback(async () => {
    await clear();
    if (entry && entry.acknowledged_at === null) await acknowledge(entry.command_id);
    pin(null);
    await refetch();
  }, [clear, entry, pin, refetch]);

  // A delivery that completed its order needs no more from the driver: the next order comes by itself.
  const finished = useRef(false);
  const plain = recorded === 'done' && entry?.answer?.outcome !== 'recorded_with_conflict';
  const settled = recorded === 'done' && (plain || entry?.acknowledged_at !== null);
  useEffect(() => {
    if (!settled || finished.current) return;
    finished.current = true;
    void finish();
  }, [settled, finish]);

  const state = preparing && recorded === 'open' ? 'busy' : recorded;
  return { draft, save, entry, state, confirm, finish };
}
