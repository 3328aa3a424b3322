import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { databaseOf } from './database.ts';
import { deleteFailedJobs } from './delete-failed-jobs.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('deletes jobs that failed for good over a week ago, and keeps other jobs of any age', async () => {
  await database.owner.query(`
    select graphile_worker.add_job(task, run_at => now() - interval '8 days')
      from unnest(array['given-up', 'waits', 'runs']) task;
    select graphile_worker.add_job('given-up-lately', run_at => now() - interval '6 days');
    update graphile_worker._private_jobs j set attempts = max_attempts
      from graphile_worker._private_tasks t where t.id = j.task_id and identifier <> 'waits';
    update graphile_worker._private_jobs j set locked_at = now(), locked_by = 'a worker'
      from graphile_worker._private_tasks t where t.id = j.task_id and identifier = 'runs'`);
  expect(await deleteFailedJobs(databaseOf(database.owner), new Date())).toBe(1);
  const { rows } = await database.owner.query<{ task: string }>(
    'select task_identifier as task from graphile_worker.jobs order by 1',
  );
  expect(rows.map(({ task }) => task)).toEqual(['given-up-lately', 'runs', 'waits']);
});
