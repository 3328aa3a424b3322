-- Jobs are a nudge: rows say what is left to do. The request role may enqueue these tasks and no others.
create function enqueue(p_task text, p_payload json, p_job_key text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_task not in ('post-waiting-movements') then
    raise exception 'no such task: %', p_task using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(p_task, payload => p_payload, job_key => p_job_key);
end $$;
