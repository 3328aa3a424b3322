import type { Shot } from './shot.ts';
import { assigned } from './shots/assigned-orders.ts';
import { bankDeposits } from './shots/bank-deposits.ts';
import { cashHandovers } from './shots/cash-handovers.ts';
import { entrance } from './shots/entrance.ts';
import { handovers } from './shots/handovers.ts';
import { nextOrder } from './shots/next-order.ts';
import { profile } from './shots/profile.ts';
import { shell } from './shots/shell.ts';

export const SHOTS: readonly Shot[] = [
  ...entrance,
  ...shell,
  ...profile,
  ...assigned,
  ...nextOrder,
  ...handovers,
  ...cashHandovers,
  ...bankDeposits,
];
