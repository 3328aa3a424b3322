-- Reports name the cause of every movement, and list what the operator issued: staff may read the adjustments and issues that their policies show them.
grant select on cash_adjustments, cash_issues to mandoob_request;

-- Lists of any period, by when it was recorded or happened, go on behind any row.
create index cash_movements_recorded on cash_movements (shop_id, recorded_at, id);
create index delivery_confirmations_delivered on delivery_confirmations (shop_id, delivered_at, id);
create index cash_handovers_recorded on cash_handovers (shop_id, recorded_at, id);
create index cash_issues_recorded on cash_issues (shop_id, recorded_at, id);
