-- What a shop remembers of the lists it imports (ruling G1): which columns tell what, and what its words for methods mean.

create table import_layouts (
  shop_id int not null references shops,
  -- SHA-256 of the headers, in small letters: the same list again.
  header_hash text not null check (header_hash ~ '^[0-9a-f]{64}$'),
  header jsonb not null check (jsonb_typeof(header) = 'array'),
  layout jsonb not null check (jsonb_typeof(layout) = 'object'),
  used_at timestamptz not null,
  primary key (shop_id, header_hash)
);
alter table import_layouts enable row level security;
create policy of_desk on import_layouts to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()))
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select, insert, update (header, layout, used_at) on import_layouts to mandoob_request;

create table import_methods (
  shop_id int not null references shops,
  -- As it is compared: small letters, single spaces.
  word text not null check (word = lower(btrim(word)) and length(word) <= 200),
  method text not null check (method in ('cash', 'card', 'online')),
  said_at timestamptz not null,
  primary key (shop_id, word)
);
alter table import_methods enable row level security;
create policy of_desk on import_methods to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()))
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select, insert, update (method, said_at) on import_methods to mandoob_request;

-- A shop remembers so many of each; what was used or said longest ago is forgotten.
create function forget_old_imports(p_layouts_max int, p_methods_max int) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from import_layouts where shop_id = actor.shop_id() and actor.sees_shop() and header_hash in (
    select header_hash from import_layouts where shop_id = actor.shop_id() order by used_at desc, header_hash offset p_layouts_max);
  delete from import_methods where shop_id = actor.shop_id() and actor.sees_shop() and word in (
    select word from import_methods where shop_id = actor.shop_id() order by said_at desc, word offset p_methods_max);
$$;
revoke execute on function forget_old_imports(int, int) from public;
grant execute on function forget_old_imports(int, int) to mandoob_request;
