import { expect, test, vi } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { exportRecorder } from './record-export.ts';

test('if the audit cannot record the end of an export, the error is logged and thrown', async () => {
  const error = vi.fn();
  const lost = new Error('the connection is lost');
  const telling = {
    owner: {} as Database,
    log: { ...silentLog, error },
    shop_id: 1,
    export_id: newId(),
    facts: {},
    asked: {
      now: new Date(),
      origin: { client_address: '127.0.0.1', device: null },
      endpoint: 'export_view' as const,
    },
    within: () => Promise.reject(lost),
  };
  await expect(exportRecorder(telling).ended('cancelled', 7)).rejects.toBe(lost);
  expect(error.mock.calls).toEqual([
    [{ err: lost, export_id: telling.export_id, outcome: 'cancelled' }, expect.any(String)],
  ]);
});
