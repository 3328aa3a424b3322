-- Who changed an order at the command line, by the account that ran it. Beside actor_user_id: an operator is no member of staff.

alter table order_events
  add column operator text,
  -- A request writes events in its own name only, so with this it cannot write one in an operator's. Not valid for
  -- earlier rows by name alone: none of them has an operator, and none has to be read for it.
  add constraint order_events_of_one_actor check (actor_user_id is null or operator is null) not valid;
