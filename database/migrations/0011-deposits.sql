-- Cash taken to the bank (rulings A4, C6, D6).

create table bank_deposits (
  shop_id int not null references shops (id),
  id uuid not null,
  reference text not null check (reference <> ''),
  manager_id uuid not null,
  amount_fils bigint not null check (amount_fils > 0 and amount_fils <= 1000000000),
  deposit_date date not null,
  notes text check (btrim(notes) <> ''),
  -- The receipt's storage path. Slip and signature are files of their own, and these two columns stay null, as specified.
  deposit_document_url text not null,
  invoice_image_url text check (invoice_image_url is null),
  manager_signature_url text check (manager_signature_url is null),
  receipt_file_id uuid not null,
  invoice_file_id uuid not null,
  signature_file_id uuid not null,
  -- Whether a name was typed instead of drawn, and the name printed under the signature (ruling F9).
  signature_typed boolean not null,
  signer text not null check (signer <> ''),
  command_id uuid not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, reference),
  unique (shop_id, manager_id, command_id),
  foreign key (shop_id, manager_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, receipt_file_id) references files (shop_id, id),
  foreign key (shop_id, invoice_file_id) references files (shop_id, id),
  foreign key (shop_id, signature_file_id) references files (shop_id, id)
);
-- Newest first, page by page.
create index bank_deposits_newest on bank_deposits (shop_id, created_at desc, id desc);

grant select, insert on bank_deposits to mandoob_request;
alter table bank_deposits enable row level security;
-- Asked as one yes or no, so that the planner does not take it for a filter that leaves few rows, and reads the index.
create policy for_managers on bank_deposits for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.role() = 'Manager'));
create policy own_deposit on bank_deposits for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and manager_id = (select actor.user_id())
    and (select actor.role() = 'Manager'));
