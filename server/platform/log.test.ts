import { describe, expect, test, vi } from 'vitest';
import { asWork } from './current-work.ts';
import { createLog } from './log.ts';

function linesOf(
  write: (log: ReturnType<typeof createLog>) => void,
  level: 'info' | 'silent' = 'info',
): unknown[] {
  const lines: unknown[] = [];
  write(createLog(level, { write: (line) => lines.push(JSON.parse(line)) }));
  return lines;
}

test('lines are JSON with a level in words and the time, without machine or process', () => {
  const [line] = linesOf((log) => log.info({ duration_ms: 12 }, 'answered'));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    duration_ms: 12,
    msg: 'answered',
  });
});

test('whatever stands in a value, an entry stays one line, and commands no terminal', () => {
  const written: string[] = [];
  const log = createLog('info', { write: (line) => written.push(line) });
  const forged = 'a\r\n{"level":"fatal","msg":"forged"}\u2028\u001b[31m\u0000';
  log.info({ path: forged }, forged);
  expect(written).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there.
  expect(written[0]).toMatch(/^[^\u0000-\u001f]+\n$/);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', path: forged, msg: forged });
});

test('personal data is taken out even when somebody logs a whole object', () => {
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

test('an error of the database shows what failed, and nothing of the row', () => {
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

test('silent says nothing', () => {
  expect(linesOf((log) => log.fatal('x'), 'silent')).toEqual([]);
});

describe('of requests', () => {
  const address = '/assets/a-name-that-somebody-has-made-up';
  const asRequest = <T>(of: { by_stranger: boolean }, run: () => T) =>
    asWork({ named: {}, retries: 0, address, ...of }, run);

  test('an error shows neither the address nor what of it became the name of a file, and has an end', () => {
    const name = decodeURIComponent(address).slice('/assets/'.length);
    const [line] = linesOf((log) =>
      asRequest({ by_stranger: true }, () => {
        log.error(
          { err: new Error(`no ${address}, stat '/data/web-assets/${name}', ${'x'.repeat(20_000)}`) },
          'failed',
        );
      }),
    );
    const text = JSON.stringify(line);
    expect(text).not.toContain(name);
    expect(text).toContain('/data/web-assets/[address]');
    expect(text.length).toBeLessThan(5_500);
  });

  test('only so many of a kind are written in a minute while nobody is known to have sent them, and how many were not', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const lines = linesOf((log) => {
        asRequest({ by_stranger: true }, () => {
          for (let sent = 0; sent < 100; sent++) log.error('unexpected failure');
          log.error('of another kind');
          log.warn('unexpected failure');
        });
        asRequest({ by_stranger: false }, () => log.error('of somebody known'));
        log.error('of nobody');
        vi.advanceTimersByTime(60_000);
        asRequest({ by_stranger: true }, () => log.info('asked'));
      }) as { msg: string; left_out?: number }[];
      const texts = lines.map(({ msg }) => msg);
      expect(texts.slice(0, 60)).toEqual(Array(60).fill('unexpected failure'));
      expect(texts.slice(60)).toEqual([
        'of another kind',
        'unexpected failure',
        'of somebody known',
        'of nobody',
        'lines about requests of strangers left out',
        'asked',
      ]);
      expect(lines.at(-2)).toMatchObject({ level: 'warn', left_out: 40 });
    } finally {
      vi.useRealTimers();
    }
  });
});
