/* Written by `npm run operations` from the definitions in this folder. */
import type { z } from '@hono/zod-openapi';
import * as collectCash from './dashboard/cash/collect-cash.schema.ts';
import * as endHandover from './dashboard/cash/end-handover.schema.ts';
import * as requestExpense from './dashboard/cash/expenses/request-expense.schema.ts';
import * as listDriverGoods from './dashboard/cash/list-driver-goods.schema.ts';
import * as listHandoverDrivers from './dashboard/cash/list-handover-drivers.schema.ts';
import * as listHandoversToday from './dashboard/cash/list-handovers-today.schema.ts';
import * as listDeposits from './dashboard/cash/reads/list-deposits.schema.ts';
import * as listOutstandingCash from './dashboard/cash/reads/list-outstanding-cash.schema.ts';
import * as readDriverBalance from './dashboard/cash/reads/read-driver-balance.schema.ts';
import * as recordDeposit from './dashboard/cash/record-deposit.schema.ts';
import * as recordDrop from './dashboard/cash/record-drop.schema.ts';
import * as recordFloat from './dashboard/cash/record-float.schema.ts';
import * as recordSettlement from './dashboard/cash/record-settlement.schema.ts';
import * as requestFloat from './dashboard/cash/request-float.schema.ts';
import * as startHandover from './dashboard/cash/start-handover.schema.ts';
import * as voidRecord from './dashboard/cash/void-record.schema.ts';
import * as correctDelivery from './dashboard/corrections/correct-delivery.schema.ts';
import * as correctRecordedDelivery from './dashboard/corrections/correct-recorded-delivery.schema.ts';
import * as arrangeStops from './dashboard/deliveries/arrange-stops.schema.ts';
import * as checkLoading from './dashboard/deliveries/check-loading.schema.ts';
import * as confirmDelivery from './dashboard/deliveries/confirm-delivery.schema.ts';
import * as deliverAsTaken from './dashboard/deliveries/deliver-as-taken.schema.ts';
import * as fulfillShopifyOrder from './dashboard/deliveries/fulfill-shopify-order.schema.ts';
import * as listAssignedOrders from './dashboard/deliveries/list-assigned-orders.schema.ts';
import * as listStops from './dashboard/deliveries/list-stops.schema.ts';
import * as readDeliverySettings from './dashboard/deliveries/read-delivery-settings.schema.ts';
import * as readNextOrder from './dashboard/deliveries/read-next-order.schema.ts';
import * as recordAttempt from './dashboard/deliveries/record-attempt.schema.ts';
import * as setOut from './dashboard/deliveries/set-out.schema.ts';
import * as undoAttempt from './dashboard/deliveries/undo-attempt.schema.ts';
import * as explainDeviceNumbers from './dashboard/devices/explain-device-numbers.schema.ts';
import * as listDevices from './dashboard/devices/list-devices.schema.ts';
import * as reportDevice from './dashboard/devices/report-device.schema.ts';
import * as putFile from './dashboard/files/put-file.schema.ts';
import * as signFile from './dashboard/files/sign-file.schema.ts';
import * as collectOwed from './dashboard/order-payments/collect-owed.schema.ts';
import * as requestUnpaidDelivery from './dashboard/payments/request-unpaid-delivery.schema.ts';
import * as changePassword from './dashboard/profile/change-password.schema.ts';
import * as endSession from './dashboard/profile/end-session.schema.ts';
import * as initialiseCash from './dashboard/profile/initialise-cash.schema.ts';
import * as listSessions from './dashboard/profile/list-sessions.schema.ts';
import * as readProfile from './dashboard/profile/read-profile.schema.ts';
import * as readStatistics from './dashboard/profile/read-statistics.schema.ts';
import * as decideApproval from './desk/approvals/decide-approval.schema.ts';
import * as listApprovals from './desk/approvals/list-approvals.schema.ts';
import * as requestAdjustment from './desk/approvals/request-adjustment.schema.ts';
import * as listAuditEvents from './desk/audit/list-audit-events.schema.ts';
import * as readAuditEvent from './desk/audit/read-audit-event.schema.ts';
import * as listFloats from './desk/cash/list-floats.schema.ts';
import * as readCashEquation from './desk/cash/read-cash-equation.schema.ts';
import * as readCashPath from './desk/cash/read-cash-path.schema.ts';
import * as readCashRecord from './desk/cash/read-cash-record.schema.ts';
import * as readCashSources from './desk/cash/read-cash-sources.schema.ts';
import * as readDeskHoldings from './desk/cash/read-desk-holdings.schema.ts';
import * as changeCashSettings from './desk/cash-settings/change-cash-settings.schema.ts';
import * as readCashSettings from './desk/cash-settings/read-cash-settings.schema.ts';
import * as changeDeliverySettings from './desk/deliveries/change-delivery-settings.schema.ts';
import * as decideDifference from './desk/differences/decide-difference.schema.ts';
import * as listDifferences from './desk/differences/list-differences.schema.ts';
import * as proposeSalary from './desk/differences/propose-salary.schema.ts';
import * as requestWriteOff from './desk/differences/request-write-off.schema.ts';
import * as arrangeDriverStops from './desk/drivers/arrange-driver-stops.schema.ts';
import * as readDriverBoard from './desk/drivers/read-driver-board.schema.ts';
import * as correctImportedOrder from './desk/import/correct-imported-order.schema.ts';
import * as importOrders from './desk/import/import-orders.schema.ts';
import * as previewImport from './desk/import/preview-import.schema.ts';
import * as readImportMemory from './desk/import/read-import-memory.schema.ts';
import * as rememberImportLayout from './desk/import/remember-import-layout.schema.ts';
import * as rememberImportMethods from './desk/import/remember-import-methods.schema.ts';
import * as dismissNotTaken from './desk/import-problems/dismiss-not-taken.schema.ts';
import * as listNotTaken from './desk/import-problems/list-not-taken.schema.ts';
import * as retryNotTaken from './desk/import-problems/retry-not-taken.schema.ts';
import * as addCardMachine from './desk/machines/add-card-machine.schema.ts';
import * as listCardMachines from './desk/machines/list-card-machines.schema.ts';
import * as reactivateCardMachine from './desk/machines/reactivate-card-machine.schema.ts';
import * as readCardMachineStory from './desk/machines/read-card-machine-story.schema.ts';
import * as retireCardMachine from './desk/machines/retire-card-machine.schema.ts';
import * as returnCardMachine from './desk/machines/return-card-machine.schema.ts';
import * as defineNames from './desk/names/define-names.schema.ts';
import * as listNames from './desk/names/list-names.schema.ts';
import * as previewNames from './desk/names/preview-names.schema.ts';
import * as addOrder from './desk/order/add-order.schema.ts';
import * as correctOrder from './desk/order/correct-order.schema.ts';
import * as readDeskOrder from './desk/order/read-desk-order.schema.ts';
import * as readOrderToAdd from './desk/order/read-order-to-add.schema.ts';
import * as assignOrders from './desk/orders/assign-orders.schema.ts';
import * as cancelOrders from './desk/orders/cancel-orders.schema.ts';
import * as countDeskViews from './desk/orders/count-desk-views.schema.ts';
import * as dispatchOrders from './desk/orders/dispatch-orders.schema.ts';
import * as listDeskOrders from './desk/orders/list-desk-orders.schema.ts';
import * as postponeOrders from './desk/orders/postpone-orders.schema.ts';
import * as reopenOrders from './desk/orders/reopen-orders.schema.ts';
import * as returnOrders from './desk/orders/return-orders.schema.ts';
import * as reviewConflicts from './desk/orders/review-conflicts.schema.ts';
import * as searchDeskOrders from './desk/orders/search-desk-orders.schema.ts';
import * as unassignOrders from './desk/orders/unassign-orders.schema.ts';
import * as undoOrders from './desk/orders/undo-orders.schema.ts';
import * as listOpenPayments from './desk/payments/list-open-payments.schema.ts';
import * as matchPayment from './desk/payments/match-payment.schema.ts';
import * as readNewestOwed from './desk/payments/read-newest-owed.schema.ts';
import * as requestWaiver from './desk/payments/request-waiver.schema.ts';
import * as exportView from './desk/reports/export-view.schema.ts';
import * as listReportPeople from './desk/reports/list-report-people.schema.ts';
import * as readFigures from './desk/reports/read-figures.schema.ts';
import * as readReport from './desk/reports/read-report.schema.ts';
import * as changeDeskShop from './desk/shop/change-desk-shop.schema.ts';
import * as readDeskShop from './desk/shop/read-desk-shop.schema.ts';
import * as readKept from './desk/shop/read-kept.schema.ts';
import * as addStaff from './desk/staff/add-staff.schema.ts';
import * as changeStaff from './desk/staff/change-staff.schema.ts';
import * as disableStaff from './desk/staff/disable-staff.schema.ts';
import * as enableStaff from './desk/staff/enable-staff.schema.ts';
import * as endStaffSession from './desk/staff/end-staff-session.schema.ts';
import * as listStaff from './desk/staff/list-staff.schema.ts';
import * as listStaffSessions from './desk/staff/list-staff-sessions.schema.ts';
import * as resetStaffPassword from './desk/staff/reset-staff-password.schema.ts';
import * as setDriverStatus from './desk/staff/set-driver-status.schema.ts';
import * as askStoreAgain from './desk/store/ask-store-again.schema.ts';
import * as connectStore from './desk/store/connect-store.schema.ts';
import * as disconnectStore from './desk/store/disconnect-store.schema.ts';
import * as dismissInStore from './desk/store/dismiss-in-store.schema.ts';
import * as readStore from './desk/store/read-store.schema.ts';
import * as resyncStore from './desk/store/resync-store.schema.ts';
import * as retryStore from './desk/store/retry-store.schema.ts';
import * as tryStore from './desk/store/try-store.schema.ts';
import type { EndpointName } from './endpoints.ts';
import * as listOwedAtDoor from './screens/list-owed-at-door.schema.ts';
import * as listOwnExpenses from './screens/list-own-expenses.schema.ts';
import * as readDeliveryHours from './screens/read-delivery-hours.schema.ts';
import * as readDriverDay from './screens/read-driver-day.schema.ts';
import * as readHeldOverTime from './screens/read-held-over-time.schema.ts';
import * as readOwnHistory from './screens/read-own-history.schema.ts';

export type EndpointSchemas = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  response: z.ZodObject;
};

/** The schemas of every operation by its name. */
export const ENDPOINT_SCHEMAS = {
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
  decide_approval: decideApproval,
  list_approvals: listApprovals,
  request_adjustment: requestAdjustment,
  list_audit_events: listAuditEvents,
  read_audit_event: readAuditEvent,
  change_cash_settings: changeCashSettings,
  read_cash_settings: readCashSettings,
  list_floats: listFloats,
  read_cash_equation: readCashEquation,
  read_cash_path: readCashPath,
  read_cash_record: readCashRecord,
  read_cash_sources: readCashSources,
  read_desk_holdings: readDeskHoldings,
  change_delivery_settings: changeDeliverySettings,
  decide_difference: decideDifference,
  list_differences: listDifferences,
  propose_salary: proposeSalary,
  request_write_off: requestWriteOff,
  arrange_driver_stops: arrangeDriverStops,
  read_driver_board: readDriverBoard,
  dismiss_not_taken: dismissNotTaken,
  list_not_taken: listNotTaken,
  retry_not_taken: retryNotTaken,
  correct_imported_order: correctImportedOrder,
  import_orders: importOrders,
  preview_import: previewImport,
  read_import_memory: readImportMemory,
  remember_import_layout: rememberImportLayout,
  remember_import_methods: rememberImportMethods,
  add_card_machine: addCardMachine,
  list_card_machines: listCardMachines,
  reactivate_card_machine: reactivateCardMachine,
  read_card_machine_story: readCardMachineStory,
  retire_card_machine: retireCardMachine,
  return_card_machine: returnCardMachine,
  define_names: defineNames,
  list_names: listNames,
  preview_names: previewNames,
  add_order: addOrder,
  correct_order: correctOrder,
  read_desk_order: readDeskOrder,
  read_order_to_add: readOrderToAdd,
  assign_orders: assignOrders,
  cancel_orders: cancelOrders,
  count_desk_views: countDeskViews,
  dispatch_orders: dispatchOrders,
  list_desk_orders: listDeskOrders,
  postpone_orders: postponeOrders,
  reopen_orders: reopenOrders,
  return_orders: returnOrders,
  review_conflicts: reviewConflicts,
  search_desk_orders: searchDeskOrders,
  unassign_orders: unassignOrders,
  undo_orders: undoOrders,
  list_open_payments: listOpenPayments,
  match_payment: matchPayment,
  read_newest_owed: readNewestOwed,
  request_waiver: requestWaiver,
  export_view: exportView,
  list_report_people: listReportPeople,
  read_figures: readFigures,
  read_report: readReport,
  change_desk_shop: changeDeskShop,
  read_desk_shop: readDeskShop,
  read_kept: readKept,
  add_staff: addStaff,
  change_staff: changeStaff,
  disable_staff: disableStaff,
  enable_staff: enableStaff,
  end_staff_session: endStaffSession,
  list_staff_sessions: listStaffSessions,
  list_staff: listStaff,
  reset_staff_password: resetStaffPassword,
  set_driver_status: setDriverStatus,
  ask_store_again: askStoreAgain,
  connect_store: connectStore,
  disconnect_store: disconnectStore,
  dismiss_in_store: dismissInStore,
  read_store: readStore,
  resync_store: resyncStore,
  retry_store: retryStore,
  try_store: tryStore,
  list_owed_at_door: listOwedAtDoor,
  list_own_expenses: listOwnExpenses,
  read_delivery_hours: readDeliveryHours,
  read_driver_day: readDriverDay,
  read_held_over_time: readHeldOverTime,
  read_own_history: readOwnHistory,
} as const satisfies Record<EndpointName, EndpointSchemas>;

type Table = typeof ENDPOINT_SCHEMAS;
type Out<Name extends EndpointName, Part extends string> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** The parsed inputs and the response of an operation, by its name. */
export type EndpointBody<Name extends EndpointName> = Out<Name, 'body'>;
export type EndpointQuery<Name extends EndpointName> = Out<Name, 'query'>;
export type EndpointParams<Name extends EndpointName> = Out<Name, 'params'>;
export type EndpointResponse<Name extends EndpointName> = Out<Name, 'response'>;
