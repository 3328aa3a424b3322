import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';

export type DemoOrder = {
  order_number: string;
  driver: 'driver' | 'driver2' | null;
  status: OrderStatus;
  /** Degrees north and east. */
  location?: [latitude: number, longitude: number];
  /** The picked quantities by line position if short; false if the shop recorded no picking. */
  picked?: false | Record<number, number>;
};

/**
 * The status of the imported orders; orders not listed stay as imported. `driver` is out with orders in every
 * open status, and can deliver a cash order of an Arabic customer, a card order, and two that are paid;
 * `driver2` is at the shop.
 */
export const DEMO_ORDERS: DemoOrder[] = [
  { order_number: '10231', driver: 'driver', status: 'delivering', location: [25.0805, 55.1403] },
  {
    order_number: '10232',
    driver: 'driver',
    status: 'dispatching',
    location: [25.2048, 55.2708],
    picked: false,
  },
  { order_number: '10233', driver: 'driver', status: 'dispatching' },
  { order_number: '10234', driver: 'driver', status: 'dispatching', location: [25.2197, 55.2565] },
  { order_number: '10235', driver: 'driver', status: 'dispatching', location: [25.0691, 55.1446] },
  { order_number: '10236', driver: 'driver', status: 'dispatched' },
  { order_number: '10237', driver: 'driver', status: 'packed' },
  // One of the two boxes of eggs was out of stock.
  { order_number: '10238', driver: 'driver', status: 'dispatching', picked: { 4: 1 } },
  { order_number: '10239', driver: 'driver', status: 'picking' },
  { order_number: '10240', driver: 'driver2', status: 'packed' },
  { order_number: '10241', driver: 'driver2', status: 'dispatched' },
  { order_number: '10242', driver: 'driver2', status: 'picking' },
  { order_number: '10243', driver: null, status: 'packed' },
  { order_number: '10244', driver: null, status: 'packed' },
];
