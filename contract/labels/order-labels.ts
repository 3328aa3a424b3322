import type { OrderStatus } from '../rules/orders/order-life.ts';
import type { RecordedTender } from '../rules/orders/takings.ts';
import type { PaymentChoice, PaymentStatus } from '../rules/orders/tender.ts';
import type { Role } from '../rules/roles.ts';
import type { LabelList } from './label-list.ts';

export const ORDER_STATUS_LABELS: LabelList<OrderStatus> = {
  id: 'status',
  english: {
    picking: 'Picking',
    packed: 'Packed',
    dispatched: 'Dispatched',
    dispatching: 'Dispatching',
    delivering: 'Delivering',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
};

export const PAYMENT_LABELS: LabelList<PaymentChoice> = {
  id: 'payment',
  english: { cash: 'Cash', card: 'Card', either: 'Cash or card', online: 'Online' },
};

export const PAYMENT_STATUS_LABELS: LabelList<PaymentStatus> = {
  id: 'payment_status',
  english: { pending: 'Pending', paid: 'Paid' },
};

export const TENDER_LABELS: LabelList<RecordedTender> = {
  id: 'tender',
  english: { cash: 'Cash', card_machine: 'Card machine', cash_and_card: 'Cash and card machine' },
};

export const ROLE_LABELS: LabelList<Role> = {
  id: 'role',
  english: { Driver: 'Driver', Manager: 'Manager', Admin: 'Admin' },
};
