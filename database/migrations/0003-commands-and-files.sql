-- What makes a command happen exactly once, and the files that prove it.

-- The key is claimed as the first write of the command's transaction; the answer is stored as its last. A refusal
-- rolls both back (ruling A3). Rows are never pruned.
create table commands (
  shop_id int not null references shops (id),
  user_id uuid not null,
  endpoint text not null,
  command_id uuid not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  status int,
  body text,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, user_id, endpoint, command_id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
);

-- A path is a name; the content lies under its SHA-256. Every distinct content put under a path is a version of its
-- own and none is ever overwritten (ruling D1).
create table files (
  shop_id int not null references shops (id),
  id uuid not null,
  bucket text not null check (bucket in ('order-deliveries', 'cash-handovers', 'bank-deposits')),
  path text not null check (length(path) between 1 and 400),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  uploaded_by uuid not null,
  uploaded_at timestamptz not null default now(),
  -- When a command first named this version; what no command pinned is swept after 30 days.
  pinned_at timestamptz,
  primary key (shop_id, id),
  unique (shop_id, bucket, path, sha256),
  foreign key (shop_id, uploaded_by) references shop_members (shop_id, user_id)
);
create index files_newest on files (shop_id, bucket, path, uploaded_at desc);
create index files_unpinned on files (shop_id, uploaded_at) where pinned_at is null;
create index files_content on files (shop_id, sha256);
