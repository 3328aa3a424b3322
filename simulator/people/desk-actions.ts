import type { Phone, Tab } from '../phone/phone.ts';
import type { Random } from '../random.ts';

export type DeskActions = {
  /** The desk decides about orders that are with a driver and not on the road. */
  decide(phone: Phone, random: Random): Promise<void>;
};

const DECISIONS = [
  'dispatch_orders',
  'dispatch_orders',
  'return_orders',
  'cancel_orders',
  'assign_orders',
] as const;

export function createDeskActions({
  signedIn,
  tell,
}: {
  signedIn(phone: Phone): Tab | null;
  tell(what: string): void;
}): DeskActions {
  return {
    async decide(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { program } = tab;
      const as_user = phone.person.user_id;
      const { orders } = await program.ask('list_desk_orders', {
        query: { view: 'all', status: 'dispatched', sort: 'age', way: 'up' },
        as_user,
      });
      const some = orders.filter(() => random.chance(0.5)).slice(0, 5);
      if (some.length === 0) return;
      const seen = some.map(({ id, version }) => ({ order_id: id, version }));
      const request = { as_user, command_id: program.newId() };
      const decision = random.pick(DECISIONS);
      tell(`${phone.name}: ${decision} ${seen.map(({ order_id }) => order_id).join()}`);
      if (decision !== 'assign_orders') {
        await program.ask(decision, { ...request, body: { orders: seen } });
        return;
      }
      const driver_ids = orders.flatMap(({ driver_id }) => driver_id ?? []);
      await program.ask(decision, { ...request, body: { orders: seen, driver_id: random.pick(driver_ids) } });
    },
  };
}
