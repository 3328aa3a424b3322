/* Written by `npm run operations` from the routes in this folder. */
import {
  decideApprovalRoute,
  listApprovalsRoute,
  requestAdjustmentRoute,
} from './approvals/lazy-approvals.ts';
import { initialiseCashRoute } from './cash/initialise-cash.ts';
import { changeCashSettingsRoute, readCashSettingsRoute } from './cash/limits/lazy-cash-settings.ts';
import { recordAttemptRoute } from './deliveries/attempts/record-attempt.ts';
import { undoAttemptRoute } from './deliveries/attempts/undo-attempt.ts';
import { confirmDeliveryRoute } from './deliveries/confirm-delivery.ts';
import {
  correctDeliveryRoute,
  correctRecordedDeliveryRoute,
} from './deliveries/corrections/lazy-corrections.ts';
import {
  changeDeliverySettingsRoute,
  deliverAsTakenRoute,
  readDeliverySettingsRoute,
  requestUnpaidDeliveryRoute,
} from './deliveries/lazy-deliveries.ts';
import {
  collectOwedRoute,
  listOpenPaymentsRoute,
  listOwedAtDoorRoute,
  matchPaymentRoute,
  readNewestOwedRoute,
  requestWaiverRoute,
} from './deliveries/payments/lazy-payments.ts';
import { readStatisticsRoute } from './deliveries/statistics.ts';
import { listDepositsRoute } from './deposits/deposit-queries.ts';
import { recordDepositRoute } from './deposits/record-deposit.ts';
import {
  readImportMemoryRoute,
  rememberImportLayoutRoute,
  rememberImportMethodsRoute,
} from './desk/import/import-memory.ts';
import { correctImportedOrderRoute, importOrdersRoute } from './desk/import/import-orders.ts';
import { previewImportRoute } from './desk/import/preview-import.ts';
import { defineNamesRoute, listNamesRoute, previewNamesRoute } from './desk/names/lazy-names.ts';
import { readDriverBoardRoute } from './desk/read-driver-board.ts';
import { readDeskHoldingsRoute } from './desk/read-holdings.ts';
import { explainDeviceNumbersRoute } from './devices/explain-numbers.ts';
import { listDevicesRoute } from './devices/list-devices.ts';
import { reportDeviceRoute } from './devices/report-device.ts';
import {
  decideDifferenceRoute,
  listDifferencesRoute,
  proposeSalaryRoute,
  recordSettlementRoute,
  requestWriteOffRoute,
} from './differences/lazy-differences.ts';
import { listOwnExpensesRoute, requestExpenseRoute } from './expenses/lazy-expenses.ts';
import { listFloatsRoute, recordFloatRoute, requestFloatRoute } from './floats/lazy-floats.ts';
import {
  addCardMachineRoute,
  reactivateCardMachineRoute,
  retireCardMachineRoute,
  returnCardMachineRoute,
} from './handovers/card-machines.ts';
import { collectCashRoute } from './handovers/collect-cash.ts';
import { endHandoverRoute, recordDropRoute, startHandoverRoute } from './handovers/day-handover.ts';
import {
  listHandoverDriversRoute,
  listHandoversTodayRoute,
  listOutstandingCashRoute,
  readDriverBalanceRoute,
} from './handovers/handover-queries.ts';
import { listCardMachinesRoute, readCardMachineStoryRoute } from './handovers/lazy-card-machines.ts';
import { listDriverGoodsRoute } from './handovers/lazy-goods.ts';
import { endSessionRoute, listSessionsRoute, readProfileRoute } from './identity/sessions/own-sessions.ts';
import { changeDeskShopRoute, readDeskShopRoute } from './identity/shops.ts';
import type { Route } from './operations/route.ts';
import {
  assignOrdersRoute,
  cancelOrdersRoute,
  dispatchOrdersRoute,
  reopenOrdersRoute,
  returnOrdersRoute,
  unassignOrdersRoute,
} from './orders/bulk/bulk-actions.ts';
import { postponeOrdersRoute } from './orders/bulk/postpone-orders.ts';
import { reviewConflictsRoute } from './orders/bulk/review-conflicts.ts';
import { undoOrdersRoute } from './orders/bulk/undo-orders.ts';
import { addOrderRoute } from './orders/by-hand/add-by-hand.ts';
import { correctOrderRoute } from './orders/by-hand/correct-by-hand.ts';
import { readOrderToAddRoute } from './orders/by-hand/order-to-add.ts';
import {
  countDeskViewsRoute,
  listDeskOrdersRoute,
  searchDeskOrdersRoute,
} from './orders/lists/desk-orders.ts';
import { listAssignedOrdersRoute, listStopsRoute, readNextOrderRoute } from './orders/lists/order-queries.ts';
import { readDeskOrderRoute } from './orders/lists/read-desk-order.ts';
import { arrangeDriverStopsRoute } from './orders/stops/arrange-driver-stops.ts';
import { arrangeStopsRoute } from './orders/stops/arrange-stops.ts';
import { checkLoadingRoute } from './orders/stops/check-loading.ts';
import { setOutRoute } from './orders/stops/set-out.ts';
import {
  listAuditEventsRoute,
  readAuditEventRoute,
  readCashEquationRoute,
  readCashPathRoute,
  readCashRecordRoute,
  readCashSourcesRoute,
  readDeliveryHoursRoute,
  readDriverDayRoute,
  readHeldOverTimeRoute,
} from './reports/lazy-reports.ts';
import { readOwnHistoryRoute } from './reports/own-history/own-history.ts';
import { readFiguresRoute } from './reports/read-figures.ts';
import { readReportRoute } from './reports/read-report.ts';
import { listReportPeopleRoute } from './reports/report-people.ts';
import { readKeptRoute } from './retention/read-kept.ts';
import { dismissNotTakenRoute, listNotTakenRoute } from './shopify/import-problems/import-problems.ts';
import { dismissInStoreRoute, retryStoreRoute } from './shopify/import-problems/retry-shopify.ts';
import { resyncStoreRoute } from './shopify/polling/sync-store.ts';
import { askStoreAgainRoute, readStoreRoute } from './shopify/store/own-store.ts';
import { addStaffRoute } from './staff/add-staff.ts';
import { changeStaffRoute } from './staff/change-staff.ts';
import { setDriverStatusRoute } from './staff/drivers.ts';
import {
  disableStaffRoute,
  enableStaffRoute,
  endStaffSessionRoute,
  resetStaffPasswordRoute,
} from './staff/staff-access.ts';
import { listStaffRoute, listStaffSessionsRoute } from './staff/staff-at-desk.ts';
import { voidRecordRoute } from './voids/lazy-void.ts';

/** Every route that `mountRoutes` mounts. */
export const ROUTES: readonly Route[] = [
  addCardMachineRoute,
  addOrderRoute,
  addStaffRoute,
  arrangeDriverStopsRoute,
  arrangeStopsRoute,
  askStoreAgainRoute,
  assignOrdersRoute,
  cancelOrdersRoute,
  changeCashSettingsRoute,
  changeDeliverySettingsRoute,
  changeDeskShopRoute,
  changeStaffRoute,
  checkLoadingRoute,
  collectCashRoute,
  collectOwedRoute,
  confirmDeliveryRoute,
  correctDeliveryRoute,
  correctImportedOrderRoute,
  correctOrderRoute,
  correctRecordedDeliveryRoute,
  countDeskViewsRoute,
  decideApprovalRoute,
  decideDifferenceRoute,
  defineNamesRoute,
  deliverAsTakenRoute,
  disableStaffRoute,
  dismissInStoreRoute,
  dismissNotTakenRoute,
  dispatchOrdersRoute,
  enableStaffRoute,
  endHandoverRoute,
  endSessionRoute,
  endStaffSessionRoute,
  explainDeviceNumbersRoute,
  importOrdersRoute,
  initialiseCashRoute,
  listApprovalsRoute,
  listAssignedOrdersRoute,
  listAuditEventsRoute,
  listCardMachinesRoute,
  listDepositsRoute,
  listDeskOrdersRoute,
  listDevicesRoute,
  listDifferencesRoute,
  listDriverGoodsRoute,
  listFloatsRoute,
  listHandoverDriversRoute,
  listHandoversTodayRoute,
  listNamesRoute,
  listNotTakenRoute,
  listOpenPaymentsRoute,
  listOutstandingCashRoute,
  listOwedAtDoorRoute,
  listOwnExpensesRoute,
  listReportPeopleRoute,
  listSessionsRoute,
  listStaffRoute,
  listStaffSessionsRoute,
  listStopsRoute,
  matchPaymentRoute,
  postponeOrdersRoute,
  previewImportRoute,
  previewNamesRoute,
  proposeSalaryRoute,
  reactivateCardMachineRoute,
  readAuditEventRoute,
  readCardMachineStoryRoute,
  readCashEquationRoute,
  readCashPathRoute,
  readCashRecordRoute,
  readCashSettingsRoute,
  readCashSourcesRoute,
  readDeliveryHoursRoute,
  readDeliverySettingsRoute,
  readDeskHoldingsRoute,
  readDeskOrderRoute,
  readDeskShopRoute,
  readDriverBalanceRoute,
  readDriverBoardRoute,
  readDriverDayRoute,
  readFiguresRoute,
  readHeldOverTimeRoute,
  readImportMemoryRoute,
  readKeptRoute,
  readNewestOwedRoute,
  readNextOrderRoute,
  readOrderToAddRoute,
  readOwnHistoryRoute,
  readProfileRoute,
  readReportRoute,
  readStatisticsRoute,
  readStoreRoute,
  recordAttemptRoute,
  recordDepositRoute,
  recordDropRoute,
  recordFloatRoute,
  recordSettlementRoute,
  rememberImportLayoutRoute,
  rememberImportMethodsRoute,
  reopenOrdersRoute,
  reportDeviceRoute,
  requestAdjustmentRoute,
  requestExpenseRoute,
  requestFloatRoute,
  requestUnpaidDeliveryRoute,
  requestWaiverRoute,
  requestWriteOffRoute,
  resetStaffPasswordRoute,
  resyncStoreRoute,
  retireCardMachineRoute,
  retryStoreRoute,
  returnCardMachineRoute,
  returnOrdersRoute,
  reviewConflictsRoute,
  searchDeskOrdersRoute,
  setDriverStatusRoute,
  setOutRoute,
  startHandoverRoute,
  unassignOrdersRoute,
  undoAttemptRoute,
  undoOrdersRoute,
  voidRecordRoute,
];
