/* Written by `npm run operations` from the definitions in this folder. */
import { collectCash } from './dashboard/cash/collect-cash.ts';
import { endHandover } from './dashboard/cash/end-handover.ts';
import { requestExpense } from './dashboard/cash/expenses/request-expense.ts';
import { listDriverGoods } from './dashboard/cash/list-driver-goods.ts';
import { listHandoverDrivers } from './dashboard/cash/list-handover-drivers.ts';
import { listHandoversToday } from './dashboard/cash/list-handovers-today.ts';
import { listDeposits } from './dashboard/cash/reads/list-deposits.ts';
import { listOutstandingCash } from './dashboard/cash/reads/list-outstanding-cash.ts';
import { readDriverBalance } from './dashboard/cash/reads/read-driver-balance.ts';
import { recordDeposit } from './dashboard/cash/record-deposit.ts';
import { recordDrop } from './dashboard/cash/record-drop.ts';
import { recordFloat } from './dashboard/cash/record-float.ts';
import { recordSettlement } from './dashboard/cash/record-settlement.ts';
import { requestFloat } from './dashboard/cash/request-float.ts';
import { startHandover } from './dashboard/cash/start-handover.ts';
import { voidRecord } from './dashboard/cash/void-record.ts';
import { correctDelivery } from './dashboard/corrections/correct-delivery.ts';
import { correctRecordedDelivery } from './dashboard/corrections/correct-recorded-delivery.ts';
import { arrangeStops } from './dashboard/deliveries/arrange-stops.ts';
import { checkLoading } from './dashboard/deliveries/check-loading.ts';
import { confirmDelivery } from './dashboard/deliveries/confirm-delivery.ts';
import { deliverAsTaken } from './dashboard/deliveries/deliver-as-taken.ts';
import { fulfillShopifyOrder } from './dashboard/deliveries/fulfill-shopify-order.ts';
import { listAssignedOrders } from './dashboard/deliveries/list-assigned-orders.ts';
import { listStops } from './dashboard/deliveries/list-stops.ts';
import { readDeliverySettings } from './dashboard/deliveries/read-delivery-settings.ts';
import { readNextOrder } from './dashboard/deliveries/read-next-order.ts';
import { recordAttempt } from './dashboard/deliveries/record-attempt.ts';
import { setOut } from './dashboard/deliveries/set-out.ts';
import { undoAttempt } from './dashboard/deliveries/undo-attempt.ts';
import { explainDeviceNumbers } from './dashboard/devices/explain-device-numbers.ts';
import { listDevices } from './dashboard/devices/list-devices.ts';
import { reportDevice } from './dashboard/devices/report-device.ts';
import { putFile } from './dashboard/files/put-file.ts';
import { signFile } from './dashboard/files/sign-file.ts';
import { collectOwed } from './dashboard/order-payments/collect-owed.ts';
import { requestUnpaidDelivery } from './dashboard/payments/request-unpaid-delivery.ts';
import { changePassword } from './dashboard/profile/change-password.ts';
import { endSession } from './dashboard/profile/end-session.ts';
import { initialiseCash } from './dashboard/profile/initialise-cash.ts';
import { listSessions } from './dashboard/profile/list-sessions.ts';
import { readProfile } from './dashboard/profile/read-profile.ts';
import { readStatistics } from './dashboard/profile/read-statistics.ts';
import type { Endpoint } from './definition.ts';

/** Operations of the app under /dashboard. */
export const DASHBOARD_ENDPOINTS = {
  collect_cash: collectCash,
  end_handover: endHandover,
  request_expense: requestExpense,
  list_driver_goods: listDriverGoods,
  list_handover_drivers: listHandoverDrivers,
  list_handovers_today: listHandoversToday,
  list_deposits: listDeposits,
  list_outstanding_cash: listOutstandingCash,
  read_driver_balance: readDriverBalance,
  record_deposit: recordDeposit,
  record_drop: recordDrop,
  record_float: recordFloat,
  record_settlement: recordSettlement,
  request_float: requestFloat,
  start_handover: startHandover,
  void_record: voidRecord,
  correct_delivery: correctDelivery,
  correct_recorded_delivery: correctRecordedDelivery,
  arrange_stops: arrangeStops,
  check_loading: checkLoading,
  confirm_delivery: confirmDelivery,
  deliver_as_taken: deliverAsTaken,
  fulfill_shopify_order: fulfillShopifyOrder,
  list_assigned_orders: listAssignedOrders,
  list_stops: listStops,
  read_delivery_settings: readDeliverySettings,
  read_next_order: readNextOrder,
  record_attempt: recordAttempt,
  set_out: setOut,
  undo_attempt: undoAttempt,
  explain_device_numbers: explainDeviceNumbers,
  list_devices: listDevices,
  report_device: reportDevice,
  put_file: putFile,
  sign_file: signFile,
  collect_owed: collectOwed,
  request_unpaid_delivery: requestUnpaidDelivery,
  change_password: changePassword,
  end_session: endSession,
  initialise_cash: initialiseCash,
  list_sessions: listSessions,
  read_profile: readProfile,
  read_statistics: readStatistics,
} as const satisfies Record<string, Endpoint>;
