-- Where the feed stood before a request read anything: whoever follows it from there hears of all that the request could not see yet. The oldest
-- transaction that was not over, in the snapshot of the statement that asks; null until somebody has followed the feed in this installation.
create function feed_position() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select epoch::text || '.' || pg_snapshot_xmin(pg_current_snapshot())::text from feed_horizon
$$;
revoke execute on function feed_position() from public;
grant execute on function feed_position() to mandoob_request;
