-- What a Supabase project has before its own tables, as far as the calls of this comparison meet it: roles, users, and the storage's
-- tables with their indexes and triggers.

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
-- Serves REST calls.
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
-- Serves storage calls.
create role supabase_storage_admin login noinherit;
grant anon, authenticated, service_role to supabase_storage_admin;
-- Serves sign-in.
create role supabase_auth_admin login noinherit;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin;
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  encrypted_password text not null,
  created_at timestamptz not null default now()
);
grant select, insert on auth.users to supabase_auth_admin;

create function auth.jwt() returns jsonb language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
create function auth.uid() returns uuid language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create schema storage;
grant usage on schema storage to anon, authenticated, service_role, supabase_storage_admin;
create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, supabase_storage_admin;

create function storage.update_updated_at_column() returns trigger language plpgsql
as $$ begin new.updated_at = now(); return new; end $$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.foldername(name text) returns text[] language plpgsql immutable
as $$
declare parts text[];
begin
  select string_to_array(name, '/') into parts;
  return parts[1 : array_length(parts, 1) - 1];
end $$;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
