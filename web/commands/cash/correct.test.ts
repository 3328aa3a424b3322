import { expect, test } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../contract/rules/problems.ts';
import type { Noticed } from '../command.ts';
import { correctDelivery } from './correct.ts';

const { failed, notices } = correctDelivery.messages;
const problemOf = (code: ProblemCode) => ({ type: 'about:blank', ...PROBLEMS[code], code, request_id: 'r' });

test('a correction that is kept and sent again is not announced as failed', () => {
  expect(failed('note', null)).toBeNull();
  expect(failed('photo', problemOf('unavailable'))).toBeNull();
  expect(failed(null, problemOf('unexpected'))).toBeNull();
  expect(failed(null, problemOf('not_found'))).toMatchObject({ title: 'The delivery was not corrected' });
});

test('a document that is not uploaded has a notice', () => {
  const { note_failed } = notices({ problem: null } as Noticed<'correct_delivery'>);
  expect(note_failed).toEqual({
    title: 'The document is not uploaded yet',
    text: 'Saved on this device. It will be sent when the connection is back.',
  });
});
