import { afterEach, beforeEach } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { OutboxEntry } from '../../web/offline/outbox-entry.ts';
import { deliveryReply } from './delivery-command.ts';
import { openTab, signedIn, type Tab } from './device-tabs.ts';
import { installServerDouble, json, type ReceivedRequest, type ServerDouble } from './server-double.ts';

export const DELIVERIES = '/api/deliveries';
export const FULFIL = 'POST /functions/v1/fulfill-shopify-order';

export const isCommand = (asked: ReceivedRequest) => asked.path === DELIVERIES;
export const isPut = (end: string) => (asked: ReceivedRequest) =>
  asked.method === 'PUT' && asked.path.endsWith(end);
export const done = (entry: OutboxEntry) => entry.state === 'done' && entry.fulfilment !== 'pending';

type SendingDevice = {
  user_id: string;
  /** The name of the device's database. */
  name(): string;
  server: ServerDouble;
  become(user_id: string | null): void;
  /** Opens another tab of the device, of this build unless `open` is given. It is closed after the test. */
  tab(onRefused?: () => void, open?: typeof openTab): Tab;
};

/** Provides each test with the device of a signed-in driver, and a server that records deliveries. */
export function sendingDevice(): SendingDevice {
  const user_id = newId();
  let name = '';
  let tabs: Tab[] = [];
  let user = signedIn(user_id);
  const device: SendingDevice = {
    user_id,
    name: () => name,
    server: undefined as unknown as ServerDouble,
    become: (next) => user.become(next),
    tab(onRefused, open = openTab) {
      const opened = open(name, user.identity, onRefused);
      tabs.push(opened);
      return opened;
    },
  };

  beforeEach(() => {
    name = `sending-${newId()}`;
    tabs = [];
    user = signedIn(user_id);
    device.server = installServerDouble();
    device.server.record = (asked) => deliveryReply((asked.body as { order_id: string }).order_id);
    device.server.answers.set(FULFIL, () => json({ success: true, status: 'not_connected' }));
  });

  afterEach(async () => {
    await Promise.all(tabs.map((one) => one.close()));
    device.server.restore();
  });
  return device;
}
