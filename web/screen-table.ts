import { msg } from '@lingui/core/macro';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Banknote,
  ClipboardList,
  Landmark,
  PackageCheck,
  UserRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import {
  ASSIGNED_ORDERS_PATH,
  LOADING_LIST_PATH,
  NEXT_ORDER_PATH,
  PASSWORD_PATH,
  PROFILE_PATH,
  WAITING_PATH,
} from './components/dashboard-paths.ts';
import { EXPENSES_PATH } from './components/expenses/expenses-path.ts';
import { HISTORY_PATH, OWED_PATH } from './components/history-path.ts';
import type { Load } from './fetch-ahead.ts';
import { loadHash } from './offline/sha256.ts';
import type { Area } from './shell/areas.ts';

/** One screen of the dashboard: everything about it that is defined outside its own folder. */
export type Screen = Area & {
  /** Loads the component when the screen is first opened. */
  chunk: () => Promise<ComponentType>;
  /** Loaded ahead for permitted roles, before the signal may be lost; null: not even the chunk is. */
  ahead: readonly Load[] | null;
};

const DOCUMENTS: readonly Load[] = [
  async () => (await import('./documents/paper.ts')).preloadDocuments(),
  loadHash,
];
const deliverySettings: Load = async () =>
  (await import('./api/delivery-settings.ts')).readDeliverySettingsAhead();
const HANDOVER: readonly Load[] = [
  () => import('signature_pad'),
  () => import('./commands/cash/prepare-handover.ts'),
  () => import('./documents/handover-receipt.ts'),
  ...DOCUMENTS,
];

/** The route table of the specification, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    path: PROFILE_PATH,
    title: msg`Profile`,
    // Open to all users; only the Admin's menu omits it (ruling C1).
    access: 'signed_in',
    menu: {
      icon: UserRound,
      roles: ['Driver', 'Manager'],
      bar: { roles: ['Driver', 'Manager', 'Admin'], place: 5 },
    },
    chunk: async () => (await import('./screens/profile/ProfileScreen.tsx')).ProfileScreen,
    ahead: [() => import('./ui/Dialog.tsx')],
  },
  {
    path: NEXT_ORDER_PATH,
    title: msg`Next Order`,
    access: ['Driver', 'Manager'],
    menu: {
      icon: PackageCheck,
      roles: ['Driver', 'Manager'],
      bar: { roles: ['Driver', 'Manager'], place: 1 },
    },
    chunk: async () => (await import('./screens/next-order/NextOrder.tsx')).NextOrder,
    ahead: [
      () => import('./screens/next-order/DayFigures.tsx'),
      () => import('./screens/next-order/DraftNotDeliverable.tsx'),
      () => import('./screens/next-order/OtherDeliveries.tsx'),
      () => import('./screens/next-order/NotOnTheRoad.tsx'),
      () => import('./components/messages/MessageDialog.tsx'),
      () => import('./screens/next-order/attempt/OrderAttempt.tsx'),
      () => import('./commands/delivery/prepare-attempt.ts'),
      () => import('./screens/next-order/attempt/OtherAttempts.tsx'),
      () => import('./screens/next-order/as-taken/as-taken-form.tsx'),
      () => import('./components/photo/shrink-photo.ts'),
      () => import('./commands/delivery/prepare-delivery.ts'),
      () => import('./documents/delivery/delivery-note.ts'),
      ...DOCUMENTS,
      deliverySettings,
    ],
  },
  {
    path: ASSIGNED_ORDERS_PATH,
    title: msg`Assigned Orders`,
    access: ['Driver', 'Manager'],
    menu: {
      icon: ClipboardList,
      roles: ['Driver', 'Manager'],
      bar: { roles: ['Driver', 'Manager'], place: 2 },
    },
    chunk: async () => (await import('./screens/assigned-orders/AssignedOrders.tsx')).AssignedOrders,
    ahead: [deliverySettings],
  },
  {
    path: '/dashboard/start-of-day-handover',
    title: msg`Start Of Day Handover`,
    access: ['Admin'],
    menu: { icon: ArrowUpFromLine, roles: ['Admin'], bar: { roles: ['Admin'], place: 1 } },
    chunk: async () => (await import('./screens/day-handovers/DayHandover.tsx')).StartOfDayHandover,
    ahead: HANDOVER,
  },
  {
    path: '/dashboard/end-of-day-handover',
    title: msg`End Of Day Handover`,
    access: ['Admin'],
    menu: { icon: ArrowDownToLine, roles: ['Admin'], bar: { roles: ['Admin'], place: 2 } },
    chunk: async () => (await import('./screens/day-handovers/DayHandover.tsx')).EndOfDayHandover,
    ahead: HANDOVER,
  },
  {
    path: '/dashboard/cash-handovers',
    title: msg`Cash Handovers`,
    access: ['Manager'],
    menu: { icon: Banknote, roles: ['Manager'], bar: { roles: ['Manager'], place: 3 } },
    chunk: async () => (await import('./screens/cash-handovers/CashHandovers.tsx')).CashHandovers,
    ahead: [() => import('signature_pad')],
  },
  {
    path: '/dashboard/bank-deposits',
    title: msg`Bank Deposits`,
    access: ['Manager'],
    menu: { icon: Landmark, roles: ['Manager'], bar: { roles: ['Manager'], place: 4 } },
    chunk: async () => (await import('./screens/bank-deposits/BankDeposits.tsx')).BankDeposits,
    ahead: [
      () => import('signature_pad'),
      () => import('./components/photo/shrink-photo.ts'),
      () => import('./commands/cash/prepare-deposit.ts'),
      () => import('./documents/deposit-receipt.ts'),
      ...DOCUMENTS,
    ],
  },
  {
    path: LOADING_LIST_PATH,
    title: msg`Loading list`,
    access: ['Driver', 'Manager'],
    menu: null,
    chunk: async () => (await import('./screens/loading-list/LoadingList.tsx')).LoadingList,
    ahead: [() => import('./ui/Dialog.tsx')],
  },
  {
    path: HISTORY_PATH,
    title: msg`My history`,
    access: ['Driver', 'Manager'],
    menu: null,
    chunk: async () => (await import('./screens/history/OwnHistory.tsx')).OwnHistory,
    ahead: [
      async () => (await import('./screens/history/prefetch-history.ts')).prefetchHistory(),
      // A delivery is corrected without signal too.
      () => import('./components/photo/shrink-photo.ts'),
      () => import('./commands/cash/prepare-correction.ts'),
      () => import('./documents/correction-document.ts'),
      loadHash,
    ],
  },
  {
    path: EXPENSES_PATH,
    title: msg`Expenses`,
    access: ['Driver', 'Manager', 'Admin'],
    menu: null,
    chunk: async () => (await import('./screens/expenses/OwnExpenses.tsx')).OwnExpenses,
    ahead: [
      () => import('./components/photo/shrink-photo.ts'),
      () => import('./commands/expenses/prepare-expense.ts'),
      loadHash,
      deliverySettings,
    ],
  },
  {
    path: OWED_PATH,
    title: msg`Owed at the door`,
    access: ['Driver', 'Manager'],
    menu: null,
    chunk: async () => (await import('./screens/owed-at-door/OwedAtDoor.tsx')).OwedAtDoor,
    ahead: [
      () => import('./commands/order-payments/prepare-order-payment.ts'),
      () => import('./documents/order-payment-receipt.ts'),
      async () => (await import('./commands/order-payments/owed-read.ts')).readOwedAhead(),
    ],
  },
  {
    path: WAITING_PATH,
    title: msg`Waiting to be sent`,
    access: 'signed_in',
    menu: null,
    chunk: async () => (await import('./screens/waiting/WaitingToBeSent.tsx')).WaitingToBeSent,
    ahead: [],
  },
  {
    path: PASSWORD_PATH,
    title: msg`Change Password`,
    access: 'signed_in',
    menu: null,
    chunk: async () => (await import('./screens/password/PasswordScreen.tsx')).PasswordScreen,
    ahead: null,
  },
];
