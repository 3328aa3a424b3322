/**
 * The class of every column, by table. `customer`: identity, address or free text about a customer; must be
 * erased (docs/decisions/0059-erasure-of-customers.md). `hash`: a hash of such a value, keyed or mixed with
 * unguessable data. `staff`: the shop's staff. `written`: notes of staff about cash and devices. `record`:
 * numbers, statuses, times, ids and file names.
 */
export const CLASSES = ['customer', 'hash', 'staff', 'written', 'money', 'shop', 'secret', 'record'] as const;
type Class = (typeof CLASSES)[number];

/** Column names by class, separated by spaces. */
export const COLUMN_CLASSES: Record<string, Partial<Record<Class, string>>> = {
  'migrations.fingerprints': { record: 'name sha256' },
  'migrations.versions': { record: 'version works_beside since' },
  approval_decisions: {
    staff: 'decided_by operator requested_by',
    written: 'reason',
    // Accounts of staff, before and after.
    money: 'changes',
    record: 'shop_id approval_id outcome command_id decided_at',
  },
  approvals: {
    // The requested row names the signers. Requests about an order are erased with it.
    staff: 'requested_by operator user_id record',
    written: 'reason',
    hash: 'erased_hashes',
    money: 'amount_fils',
    record: 'shop_id id kind file_ids command_id requested_at expires_at erased_at',
  },
  attempt_reasons: {
    shop: 'key label',
    record: 'shop_id needs_photo needs_note needs_time position is_offered',
  },
  attempt_undos: {
    staff: 'user_id',
    record: 'shop_id id attempt_id has_conflict command_id occurred_at recorded_at',
  },
  audit_events: {
    staff: 'user_id operator client_address device',
    // Never a personal value: server/audit/audit-event.ts rejects them, and tests/audit.db.test.ts compares.
    record: 'shop_id id source what subject_id before after personal_fields command_id recorded_at',
  },
  backups: { record: 'id path made_at' },
  bank_deposits: {
    staff: 'manager_id signer',
    written: 'notes',
    money: 'amount_fils',
    record:
      'shop_id id reference deposit_date deposit_document_url invoice_image_url manager_signature_url receipt_file_id invoice_file_id signature_file_id signature_typed command_id occurred_at created_at',
  },
  card_machines: { record: 'shop_id id number holder_driver_id created_at retired_at' },
  cash_adjustments: {
    staff: 'user_id',
    written: 'reason',
    money: 'amount_fils',
    record: 'shop_id id recorded_at command_id occurred_at approval_id',
  },
  cash_ceilings: { staff: 'user_id', money: 'ceiling_fils', record: 'shop_id' },
  cash_differences: {
    staff: 'user_id decided_by',
    written: 'reason',
    money: 'kind amount_fils',
    record: 'shop_id id handover_id correction_id command_id recorded_at',
  },
  cash_floats: {
    staff: 'admin_id manager_id recorded_by admin_signer manager_signer',
    money: 'amount_fils',
    record:
      'shop_id id reference direction receipt_url admin_signature_file_id manager_signature_file_id receipt_file_id admin_signature_typed manager_signature_typed command_id completed_at recorded_at approval_id',
  },
  cash_handovers: {
    staff: 'driver_id staff_user_id admin_id driver_signer admin_signer card_machine_from_driver_id',
    written: 'notes',
    money: 'amount_fils difference_fils cash_received difference_choice',
    record:
      'shop_id id handover_reference handover_type card_machine_given card_machine_received card_machine_id card_machine_from_shop driver_signature_url admin_signature_url receipt_url driver_signature_file_id admin_signature_file_id receipt_file_id driver_signature_typed admin_signature_typed status command_id completed_at recorded_at',
  },
  cash_issues: {
    staff: 'user_id',
    money: 'amount_fils',
    record: 'shop_id id command_id occurred_at recorded_at approval_id',
  },
  cash_movements: {
    staff: 'from_user_id to_user_id account_user_id recorded_by',
    money: 'from_holder to_holder amount_fils reason reverses',
    record: 'shop_id id source_type source_id leg command_id occurred_at recorded_at posted_at',
  },
  cash_settlements: {
    staff: 'user_id staff_user_id person_signer staff_signer',
    written: 'reason',
    money: 'kind amount_fils',
    record:
      'shop_id id difference_id reference receipt_url person_signature_file_id staff_signature_file_id receipt_file_id person_signature_typed staff_signature_typed approval_id confirmation_id command_id completed_at recorded_at',
  },
  cash_sums: {
    staff: 'from_user_id to_user_id',
    money: 'amount_fils',
    record: 'shop_id grain starts_at reason from_holder to_holder movements late',
  },
  cash_tracking_parts: { staff: 'user_id', money: 'cash_on_hand_fils', record: 'shop_id last_updated part' },
  cash_voids: {
    staff: 'driver_id recorded_by other_user_id own_signer other_signer card_machine_to_driver_id',
    written: 'reason',
    record:
      'shop_id id reference record_type record_id receipt_url receipt_file_id own_signature_file_id own_signature_typed other_signature_file_id other_signature_typed card_machine_id approval_id command_id completed_at recorded_at',
  },
  commands: {
    staff: 'user_id',
    // SHA-256 of the complete input; erased with the customer data that the input contains (decision 59).
    hash: 'fingerprint',
    // Replies contain only numbers, ids and amounts of orders (tests/erased-columns.db.test.ts).
    record:
      'shop_id endpoint command_id status body recorded_at device_id device_number device_hash device_previous',
  },
  conflicts_to_review: { record: 'shop_id order_id conflict_id' },
  customers: {
    customer: 'first_name last_name phone phones',
    hash: 'erased_hashes',
    record: 'shop_id id ever_driver_ids erased_at',
  },
  delivery_attempts: {
    // The driver's text, and the place of the customer's door.
    customer: 'note latitude longitude accuracy_m',
    hash: 'erased_hashes',
    staff: 'driver_id user_id',
    shop: 'reason reason_label',
    record:
      'shop_id id order_id number photo_url photo_file_id next_day next_from next_to conflict from_status from_started_at command_id occurred_at recorded_at erased_at',
  },
  delivery_confirmations: {
    customer: 'customer_name link_reference transfer_reference short_reason',
    hash: 'erased_hashes',
    staff: 'driver_id user_id',
    money:
      'tender collected_fils cash_fils due_fils rounding_fils received_fils link_fils transfer_fils refund_fils',
    record:
      'shop_id id order_id delivery_image_url customer_signature_url delivery_image_file_id delivery_note_file_id outcome conflict consent_id command_id delivered_at recorded_at erased_at',
  },
  delivery_corrections: {
    customer: 'customer_name link_reference transfer_reference short_reason reason',
    hash: 'erased_hashes',
    staff: 'driver_id user_id recorded_by',
    money: 'tender collected_fils cash_fils due_fils rounding_fils link_fils transfer_fils refund_fils',
    record:
      'shop_id id confirmation_id order_id number photo_url photo_file_id document_url document_file_id approval_id command_id occurred_at recorded_at erased_at',
  },
  delivery_lines: {
    staff: 'driver_id user_id',
    money: 'unit_price_fils amount_fils',
    record: 'shop_id confirmation_id item_id position order_id name qty handed_over refused_because',
  },
  delivery_sums: {
    staff: 'user_id',
    money: 'collected_fils cash_fils link_fils transfer_fils rounding_fils owed_fils refund_fils',
    record: 'shop_id grain starts_at tender outcome deliveries changes late',
  },
  device_numbers: {
    staff: 'user_id explained_by operator closed_by claimed_by',
    written: 'reason',
    money: 'amount_fils',
    record:
      'shop_id device_id number state command_id endpoint made_at known_since settled_at how replaced_by',
  },
  devices: {
    staff: 'name last_user_id user_ids',
    written: 'chain_reason',
    money: 'unnumbered_fils',
    record:
      'shop_id id first_seen_at last_seen_at highest highest_hash known_until unnumbered_count chain_broken_at report_hash chain_explained_until',
  },
  driver_stops: { record: 'shop_id driver_id arrangement_id order_ids desk_arrangements' },
  drivers: { staff: 'user_id full_name status', record: 'shop_id id created_at' },
  erasings: { record: 'shop_id id run_id erased_at after_days orders files fingerprints_erased_at' },
  expenses: {
    staff: 'user_id',
    // The note of a refund is erased with its order.
    written: 'note',
    hash: 'erased_hashes',
    money: 'amount_fils',
    record:
      'shop_id id reference kind order_id slip_url slip_file_id approval_id command_id occurred_at recorded_at erased_at',
  },
  feed: { record: 'shop_id xid id topic subject_id audience user_ids command_id recorded_at' },
  feed_horizon: { record: 'is_the_only epoch pruned_until' },
  files: {
    // The hash of the file's bytes, which are erased from the file store.
    hash: 'sha256',
    staff: 'uploaded_by receipt_driver_id',
    record: 'shop_id id bucket path bytes type uploaded_at pinned_at erased_at',
  },
  goods_decisions: {
    staff: 'driver_id responsible_user_id',
    record: 'shop_id id handover_id order_id outcome recorded_at',
  },
  import_layouts: { shop: 'header layout', record: 'shop_id header_hash used_at' },
  import_methods: { shop: 'word method', record: 'shop_id said_at' },
  installation: { record: 'key value' },
  loading_checks: {
    staff: 'driver_id user_id',
    // Lines and quantities only.
    record: 'shop_id id check_id order_id missing command_id occurred_at recorded_at',
  },
  message_templates: { shop: 'text', record: 'shop_id kind language is_reviewed' },
  missing_goods: { record: 'shop_id order_id loading_check_id' },
  operator_commands: { record: 'shop_id command_id command fingerprint body recorded_at' },
  order_amounts: { money: 'due_amount_fils', record: 'shop_id order_id replaced_at ever_driver_ids' },
  order_assignments: { staff: 'driver_id', record: 'shop_id id order_id assigned_at ended_at' },
  order_balances: {
    money: 'owed_fils unmatched_fils refund_fils',
    staff: 'driver_id',
    record: 'shop_id order_id since',
  },
  order_events: {
    // The reason that a user entered for a change, and the previous and new area of an order.
    customer: 'detail',
    hash: 'erased_hashes',
    staff: 'actor_user_id operator',
    record: 'shop_id id order_id kind recorded_at ever_driver_ids system erased_at',
  },
  order_fulfilments: {
    record:
      'shop_id order_id status created_at done_at attempts last_error next_attempt_at ever_driver_ids is_part plan held_until',
  },
  order_line_items: {
    money: 'unit_price_fils line_total_fils tax_fils tax_rate',
    record: 'shop_id id order_id position product_id qty picked_qty ever_driver_ids external_id',
  },
  order_payments: {
    customer: 'customer_name link_reference transfer_reference',
    hash: 'erased_hashes',
    staff: 'driver_id user_id',
    money: 'cash_fils card_fils link_fils transfer_fils',
    record:
      'shop_id id reference order_id confirmation_id receipt_url receipt_file_id command_id occurred_at recorded_at erased_at',
  },
  order_search: { customer: 'words', staff: 'driver_id', record: 'shop_id order_id created_at' },
  order_waivers: {
    customer: 'reason',
    hash: 'erased_hashes',
    money: 'amount_fils',
    record: 'shop_id id order_id approval_id command_id recorded_at erased_at',
  },
  orders: {
    customer: 'delivery_address latitude longitude notes area requests locale',
    hash: 'erased_hashes',
    staff: 'driver_id',
    shop: 'payment_names',
    money:
      'payment_method pays_either payment_status told_due_fils taxes_included subtotal_fils discount_fils shipping_fils tax_fils total_amount_fils paid_amount_fils due_amount_fils refund',
    record:
      'shop_id id order_number external_id customer_id status created_at updated_at dispatching_started_at actual_delivery_time delivery_duration_seconds ever_driver_ids version promised_at erased_at waits_because shortened number_key repeats_number open_attempt_id',
  },
  payment_matches: {
    customer: 'reference',
    hash: 'erased_hashes',
    staff: 'decided_by',
    money: 'tender amount_fils outcome',
    record: 'shop_id id order_id source_id command_id recorded_at erased_at',
  },
  products: { shop: 'name sku barcode', record: 'shop_id id' },
  profiles: { staff: 'full_name role', record: 'id shop_id created_at updated_at member_shop_ids' },
  refresh_tokens: {
    secret: 'token_hash sealed_successor',
    record: 'session_id generation created_at used_at',
  },
  report_horizons: { record: 'shop_id summed_before' },
  salary_proposals: {
    staff: 'proposed_by',
    written: 'reason',
    money: 'amount_fils',
    record: 'shop_id id difference_id command_id recorded_at',
  },
  sessions: {
    staff: 'user_id device',
    record: 'id created_at revoked_at counted_from last_used_at ended_because',
  },
  shop_members: { staff: 'user_id', record: 'shop_id since' },
  shopify_connections: {
    secret: 'sealed_token sealed_secret',
    shop: 'shop_domain client_id webhook_url',
    record:
      'shop_id token_expires_at api_version connected_at refused_at refused_because missing_scopes webhooks_problem checked_at marking_refused_because',
  },
  shopify_orders: {
    // A user's note, and an unkeyed hash of the store's data.
    customer: 'dismissed_note taken_word',
    hash: 'erased_hashes',
    // Reasons name fields, never their values: server/shopify/store-orders/read-payload.ts.
    record:
      'shop_id external_id order_id order_number external_updated_at triggered_at cancelled_at not_taken_because dismissed_because left_out_because not_taken_detail erased_at deleted_at',
  },
  shopify_polls: {
    shop: 'shop_domain',
    record:
      'shop_id polled_until started_at ended_at last_error resync_since resync_ended_at resync_read reader leased_until reading_since reading_after reading_read reading_unreadable',
  },
  shopify_unverified_webhooks: { record: 'shop_id count last_at' },
  shopify_webhooks: {
    customer: 'payload dismissed_note',
    hash: 'payload_sha256 erased_hashes',
    record:
      'shop_id id webhook_id topic triggered_at received_at attempts next_attempt_at worked_at outcome reason external_id order_number external_updated_at dismissed_at erased_at',
  },
  shops: {
    shop: 'name time_zone country promise_hours erase_customers_after_days drivers_set_out records_position expense_kinds',
    money: 'float_limit_fils cash_ceiling_fils ceiling_blocks_assignment rounds_cash',
    record: 'id created_at goods_since',
  },
  sign_in_attempts: { staff: 'subject', record: 'window_start failures' },
  stop_arrangements: {
    staff: 'driver_id user_id operator',
    record: 'shop_id id from_id by_desk known_desk order_ids stands arranged_at recorded_at',
  },
  source_names: {
    shop: 'key name meaning',
    staff: 'defined_by',
    record: 'shop_id kind is_remembered first_seen_at defined_at',
  },
  store_payments: {
    money: 'collected_fils outstanding_fils marked_fils',
    record:
      'shop_id confirmation_id order_id conflict status asked_at attempts last_error next_attempt_at created_at done_at',
  },
  users: {
    staff: 'email',
    secret: 'password_hash replaced_password_hash',
    record: 'id must_change_password disabled_at created_at password_changed_at password_set_by',
  },
};

/** The contents of each customer column after erasure, besides null. Other data is kept. */
export const AFTER_ERASURE: Record<string, RegExp> = {
  'customers.first_name': /^erased$/,
  'customers.last_name': /^$/,
  'customers.phone': /^never$/,
  'customers.phones': /^never$/,
  'delivery_attempts.accuracy_m': /^never$/,
  'delivery_attempts.latitude': /^never$/,
  'delivery_attempts.longitude': /^never$/,
  'delivery_attempts.note': /^erased$/,
  'delivery_confirmations.customer_name': /^erased$/,
  'delivery_confirmations.link_reference': /^erased [0-9a-f]{16}$/,
  'delivery_confirmations.short_reason': /^erased$/,
  'delivery_confirmations.transfer_reference': /^erased [0-9a-f]{16}$/,
  'delivery_corrections.customer_name': /^erased$/,
  'delivery_corrections.link_reference': /^erased [0-9a-f]{16}$/,
  'delivery_corrections.reason': /^erased$/,
  'delivery_corrections.short_reason': /^erased$/,
  'delivery_corrections.transfer_reference': /^erased [0-9a-f]{16}$/,
  'order_events.detail': /"reason": "erased"|^(?!.*("reason"|"area"))/,
  'order_payments.customer_name': /^erased$/,
  'order_payments.link_reference': /^erased [0-9a-f]{16}$/,
  'order_payments.transfer_reference': /^erased [0-9a-f]{16}$/,
  'order_search.words': /^\S+ erased erased.$/,
  'order_waivers.reason': /^erased$/,
  'orders.delivery_address': /^erased$/,
  'orders.latitude': /^never$/,
  'orders.longitude': /^never$/,
  'orders.notes': /^erased$/,
  'orders.area': /^never$/,
  'orders.locale': /^never$/,
  'orders.requests': /^\[\]$/,
  'payment_matches.reference': /^erased [0-9a-f]{16}$/,
  'shopify_orders.dismissed_note': /^erased$/,
  'shopify_orders.taken_word': /^never$/,
  'shopify_webhooks.payload': /^$/,
  'shopify_webhooks.dismissed_note': /^erased$/,
};
