import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asWork } from '../current-work.ts';
import { createLog } from './log.ts';

function linesOf(
  write: (log: ReturnType<typeof createLog>) => void,
  level: 'info' | 'silent' = 'info',
): unknown[] {
  const lines: unknown[] = [];
  write(createLog(level, { write: (line) => lines.push(JSON.parse(line)) }));
  return lines;
}

test('lines are JSON with the level as text and the time, without host name or process id', () => {
  const [line] = linesOf((log) => log.info({ duration_ms: 12 }, 'answered'));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    duration_ms: 12,
    msg: 'answered',
  });
});

test('a value with control characters stays in one line and sends no terminal escapes', () => {
  const written: string[] = [];
  const log = createLog('info', { write: (line) => written.push(line) });
  const forged = 'a\r\n{"level":"fatal","msg":"forged"}\u2028\u001b[31m\u0000';
  log.info({ path: forged }, forged);
  expect(written).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there.
  expect(written[0]).toMatch(/^[^\u0000-\u001f]+\n$/);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', path: forged, msg: forged });
});

test('personal data is removed from a logged object', () => {
  const text = JSON.stringify(
    linesOf((log) => {
      log.info({
        email: 'a@b.example',
        user: { phone: '+971500000000' },
        request: { headers: { cookie: 'c' } },
      });
      log.warn({ order: { customer_name: 'Mona', address: 'Street 1' }, password: 'hunter2' });
    }),
  );
  expect(text).not.toMatch(/a@b|971|"c"|Mona|Street|hunter2/);
});

test('a database error is logged without values of the row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (full_name)=(Mona) already exists.',
    where: 'COPY customers, line 1: "Mona"',
    cause: new Error('Mona'),
  });
  const [line] = linesOf((log) => log.error({ err: error }, 'failed'));
  expect(line).toMatchObject({
    err: { type: 'Error', message: error.message, code: '23505', stack: expect.stringContaining('log.test') },
  });
  expect(JSON.stringify(line)).not.toContain('Mona');
});

test('silent writes nothing', () => {
  expect(linesOf((log) => log.fatal('x'), 'silent')).toEqual([]);
});

describe('errors of a request', () => {
  /** Returns the log line of an error in a request to `address`. */
  function errorLine(address: string, message: string) {
    const [line] = linesOf((log) =>
      asWork({ named: {}, retries: 0, address }, () => log.error({ err: new Error(message) }, 'failed')),
    );
    return line as { err: { message: string; stack: string } };
  }

  test('a message longer than the limit of the stack leaves frames in the stack', () => {
    const { err } = errorLine('/assets/x', `failed ${'x'.repeat(20_000)}`);
    expect(err.message).toHaveLength(500);
    expect(err.stack).toMatch(/^Error: failed x+\n {4}at /);
    expect(err.stack).toContain('log.test');
    expect(err.stack.length).toBeLessThanOrEqual(4_000);
  });

  test('a message that was changed after the error was thrown leaves only frames in the stack', () => {
    const error = new Error('x'.repeat(20_000));
    error.message = 'changed';
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(line).toMatchObject({ err: { stack: expect.stringMatching(/^Error: changed\n {4}at /) } });
  });

  test.each([
    ['the whole address', '/api/orders?q=Mona', "no '/api/orders?q=Mona'", "no '[address]'"],
    ['the path', '/assets/App-1a2b.js?x=1', "open '/assets/App-1a2b.js'", "open '[address]'"],
    ['the last segment', '/assets/App-1a2b.js', "stat '/data/web/App-1a2b.js'", "stat '/data/web/[address]'"],
    ['a middle segment', '/storage/Mona/proof.jpg', "mkdir '/files/Mona'", "mkdir '/files/[address]'"],
    ['an encoded segment', '/assets/Mo%6ea%2fKhan', "no 'Mo%6ea%2fKhan'", "no '[address]'"],
    ['a decoded segment', '/assets/Mo%6ea%2fKhan', "no 'Mona/Khan'", "no '[address]'"],
    ['a part of a decoded segment', '/assets/Mo%6ea%2fKhan', "stat '/Khan'", "stat '/[address]'"],
    ['a segment that cannot be decoded', '/assets/%zz%4d', "no '%zz%4d'", "no '[address]'"],
    ['a query value', '/api/orders?number=10071', 'no order 10071', 'no order [address]'],
    ['a decoded query value', '/api/orders?q=Mona+K%68an', 'no Mona Khan', 'no [address]'],
    ['a query without a name', '/api/orders?0501234567', 'no 0501234567', 'no [address]'],
    ['a value next to a malformed one', '/api/orders?a=%zz&q=Mona', 'no Mona', 'no [address]'],
    ['a long lower-case word', '/assets/monaelizabeth', 'no monaelizabeth', 'no [address]'],
  ])('%s is not in the message', (_, address, message, shown) => {
    const { err } = errorLine(address, message);
    expect(err.message).toBe(shown);
    expect(err.stack).toContain(`Error: ${shown}\n    at `);
  });

  test.each([
    ['short lower-case words', '/api/orders?sort=status', 'no column status in orders of /api'],
    ['parts of fewer than four characters', '/rest/v1/7?n=AB', 'failed after 7 ms in v1 by AB'],
    ['all parts, without a request,', '', 'stat /data/App-1a2b.js'],
  ])('%s stay in the message', (_, address, message) => {
    expect(errorLine(address, message).err.message).toBe(message);
  });
});

describe('lines of unauthenticated requests', () => {
  type Line = { level: string; msg?: string; event?: string; route?: string; dropped?: number };
  const asRequest = <T>(is_unauthenticated: boolean, run: () => T) =>
    asWork({ named: { request_id: 'r1' }, retries: 0, address: '/', is_unauthenticated }, run);
  const requestLines = (write: (log: ReturnType<typeof createLog>) => void) =>
    linesOf((log) => asRequest(true, () => write(log))) as Line[];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['error', 60],
    ['warn', 600],
    ['info', 6_000],
  ] as const)('a flood of %s lines of one kind writes %d lines a minute', (level, lines_max) => {
    const lines = requestLines((log) => {
      for (let sent = 0; sent < lines_max + 10; sent++) log[level]('same');
      vi.advanceTimersByTime(60_000);
      log[level]('same');
    });
    expect(lines.filter(({ msg }) => msg === 'same')).toHaveLength(lines_max + 1);
    expect(lines).toHaveLength(lines_max + 2);
  });

  test.each<[string, Partial<Line>, Partial<Line>]>([
    ['message', { msg: 'one' }, { msg: 'other' }],
    [
      'security event',
      { msg: 'security', event: 'sign_in_refused' },
      { msg: 'security', event: 'token_family_revoked' },
    ],
    ['route', { route: '/assets/*' }, { route: '/auth/v1/token' }],
  ])('a flood of lines hides no line of another %s', (_, flood, other) => {
    const write = (log: ReturnType<typeof createLog>, { msg, ...fields }: Partial<Line>) =>
      log.warn({ ...fields, user_id: undefined }, msg);
    const lines = requestLines((log) => {
      for (let sent = 0; sent < 700; sent++) write(log, flood);
      write(log, other);
    });
    expect(lines).toHaveLength(601);
    expect(lines.at(-1)).toMatchObject(other);
  });

  test('a flood of warnings hides no error of the same message', () => {
    const lines = requestLines((log) => {
      for (let sent = 0; sent < 700; sent++) log.warn('same');
      log.error('same');
    });
    expect(lines.at(-1)).toMatchObject({ level: 'error' });
  });

  test('a flood hides no line of an authenticated request and none outside requests', () => {
    const lines = linesOf((log) => {
      asRequest(true, () => {
        for (let sent = 0; sent < 100; sent++) log.error('same');
      });
      asRequest(false, () => log.error('same'));
      log.error('same');
    });
    expect(lines).toHaveLength(62);
  });

  test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
    ['an unauthenticated request', (log) => asRequest(true, () => log.info('next'))],
    ['an authenticated request', (log) => asRequest(false, () => log.info('next'))],
    ['no request', (log) => log.info('next')],
  ])('the next line after the minute, by %s, follows the number of dropped lines', (_, writeNext) => {
    const lines = linesOf((log) => {
      asRequest(true, () => {
        for (let sent = 0; sent < 100; sent++) log.error('same');
      });
      vi.advanceTimersByTime(60_000);
      writeNext(log);
      vi.advanceTimersByTime(60_000);
      writeNext(log);
    }) as Line[];
    expect(lines.slice(60)).toMatchObject([
      { level: 'warn', msg: 'log lines of unauthenticated requests dropped', dropped: 40 },
      { msg: 'next' },
      { msg: 'next' },
    ]);
    expect(lines[60]).not.toHaveProperty('request_id');
  });
});
