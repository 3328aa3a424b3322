import { manyOrders, ordersDone } from '../../../schemas/desk-orders.ts';

export const body = manyOrders;
export const response = ordersDone;
