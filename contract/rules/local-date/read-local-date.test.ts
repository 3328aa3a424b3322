import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readDateIn, readLocalDate } from './read-local-date.ts';

const NOVEMBER_20 = { day: '2026-11-20', time: null };
const AT_14_05 = { day: '2026-11-20', time: '14:05' };

describe('reads a date', () => {
  it.each([
    '2026-11-20',
    '2026/11/20',
    '2026.11.20',
    '2026 11 20',
    '20/11/2026',
    '20-11-2026',
    '20.11.2026.',
    '20 / 11 / 2026',
    '20 11 2026',
    '20/11/26',
    "'20/11/2026",
    '20-Nov-26',
    '20 Nov 2026',
    '20Nov2026',
    "20 Nov '26",
    '20th of November, 2026',
    'Nov. 20th, 2026',
    'November 20 2026',
    '2026-Nov-20',
    '2026, November 20',
    'Friday, November 20, 2026',
    'Fri 20/11/2026',
    '20/11/2026 (Fri.)',
    '20 نوفمبر 2026',
    '20 من نوفمبر 2026م',
    '٢٠ نوفمبر، ٢٠٢٦',
    '۲۰/۱۱/۲۰۲۶',
    '20‏/11‏/2026',
    '‫20/11/2026‬',
    '20؍11؍2026',
    '20/11/2026 م',
    '20 نوفمبر 2026 ميلادي',
    'يوم الجمعة الموافق 20/11/2026',
    'الجُمْعَة، 20 نوفمبر 2026',
    '20 تشرين الثاني 2026',
    '20 تشرين ثاني 2026',
    '20 تشرين الثاني/نوفمبر 2026',
    '20 نوفمبر (تشرين الثاني) 2026',
    '46346',
    '46346.0',
  ])('%s', (text) => {
    expect(readDateIn(text, 'dmy')).toEqual(NOVEMBER_20);
  });

  it.each(
    [
      ['jan january يناير', 'كانون الثاني'],
      ['feb february فبراير', 'شباط'],
      ['mar march مارس آذار اذار', 'أذار'],
      ['apr april أبريل ابريل إبريل', 'نيسان'],
      ['may مايو أيار ايار', 'أيّار'],
      ['jun june يونيو يونيه', 'حزيران'],
      ['jul july يوليو يوليه', 'تموز'],
      ['aug august أغسطس اغسطس آب', 'اب'],
      ['sep sept. september سبتمبر', 'أيلول'],
      ['oct october أكتوبر اكتوبر', 'تشرين الأول'],
      ['nov november نوفمبر', 'تشرين الثاني'],
      ['dec december ديسمبر', 'كانون الأول'],
    ].map(([words = '', levant = ''], at) => [[...words.split(' '), levant], at + 1] as const),
  )('with the month names %s', (names, month) => {
    const day = `2026-${String(month).padStart(2, '0')}-15`;
    for (const name of names)
      for (const order of ['dmy', 'mdy'] as const)
        expect([name, readDateIn(`15 ${name} 2026`, order)]).toEqual([name, { day, time: null }]);
  });

  it.each([
    ['Mon Monday الاثنين الإثنين', 23],
    ['Tue Tues Tuesday الثلاثاء', 24],
    ['Wed Wednesday الأربعاء الاربعاء', 25],
    ['Thu Thurs Thursday الخميس', 26],
    ['Fri Friday الجمعة جمعة', 20],
    ['Sat Saturday السبت', 21],
    ['Sun Sunday الأحد الاحد', 22],
  ])('with the weekday names %s', (names, day) => {
    for (const name of names.split(' ')) {
      expect(readDateIn(`${name}, ${day} Nov 2026`, 'dmy')).toEqual({ day: `2026-11-${day}`, time: null });
      expect(readLocalDate(`${name} ${day + 1}/11/2026`)).toBe('wrong_weekday');
    }
  });
});

describe('reads a date with a time', () => {
  it.each([
    '2026-11-20T14:05',
    '2026-11-20T14:05:59.000',
    '2026/11/20 14:05',
    '20/11/2026 - 14:05',
    '20.11.26 14.05',
    '14:05 20/11/2026',
    '2:05 PM, 20 Nov 2026',
    '20/11/2026 2:05 PM',
    '20/11/2026, 2:05\u202Fpm',
    '20/11/2026 02:05 p.m.',
    'Fri, Nov 20, 2026 at 2:05 P. M.',
    '20/11/2026 02:05:00 م',
    '20/11/2026 م 02:05',
    '20/11/2026م 14:05',
    '20 نوفمبر 2026م، 2:05 م',
    '٢٠‏/١١‏/٢٠٢٦، ٢:٠٥ م',
    '20/11/2026 الساعة 2:05 مساءً',
    '20/11/2026 2:05 ظهرا',
    '20/11/2026 2:05 بعد الظهر',
    '2:05 مساء 20/11/2026 م',
    '46346.58680556',
  ])('%s', (text) => {
    expect(readDateIn(text, 'dmy')).toEqual(AT_14_05);
  });

  it.each([
    ['12 am', '00:00'],
    ['12:30 AM', '00:30'],
    ['12 pm', '12:00'],
    ['12 noon', '12:00'],
    ['12:30 م', '12:30'],
    ['12:30 ص', '00:30'],
    ['8 صباحاً', '08:00'],
    ['9 مساءً', '21:00'],
    ['00:00', '00:00'],
    ['23:59:59', '23:59'],
  ])('%s is %s', (text, time) => {
    expect(readDateIn(`20/11/2026 ${text}`, 'dmy')).toEqual({ ...NOVEMBER_20, time });
    expect(readDateIn(`${text} 20/11/2026`, 'dmy')).toEqual({ ...NOVEMBER_20, time });
  });

  it.each([
    ['2:05 PM GMT+4', 240],
    ['14:05 GMT+05:30', 330],
    ['14:05 UTC', 0],
    ['14:05 GMT-0300', -180],
    ['14:05:00 GMT+0400 (Gulf Standard Time)', 240],
    ['2:05 م توقيت الخليج', 240],
    ['٢:٠٥ م غرينتش+٤', 240],
  ])('and a time zone, %s', (text, zone_minutes) => {
    expect(readDateIn(`20 Nov 2026 ${text}`, 'dmy')).toEqual({ ...AT_14_05, zone_minutes });
  });

  test('stored as a number just below midnight as the next day', () => {
    expect(readDateIn('46346.9999999', 'dmy')).toEqual({ day: '2026-11-21', time: null });
  });
});

describe('the order of day and month', () => {
  it.each([
    ['11/05/2026', '2026-05-11', '2026-11-05'],
    ['3/4/26 14:05', '2026-04-03', '2026-03-04'],
    ['11/11/2026', '2026-11-11', '2026-11-11'],
    ['20/11/2026', '2026-11-20', null],
    ['11/20/2026', null, '2026-11-20'],
    ['2026/11/05', '2026-11-05', '2026-11-05'],
    ['5 Nov 2026', '2026-11-05', '2026-11-05'],
    ['Mon 11/05/2026', '2026-05-11', null],
    ['11/05/2026 الخميس', null, '2026-11-05'],
    // Both readings of 01/11/2026 are Sundays.
    ['Sunday 01/11/2026', '2026-11-01', '2026-01-11'],
    ['Sunday 03/05/2026', '2026-05-03', null],
  ])('%s is %s or %s', (text, dmy, mdy) => {
    const readings = readLocalDate(text);
    expect(readings).toMatchObject({ dmy: dmy && { day: dmy }, mdy: mdy && { day: mdy } });
  });

  test('is that of the file, unless the weekday decides', () => {
    expect(readDateIn('11/05/2026', 'dmy')).toEqual({ day: '2026-05-11', time: null });
    expect(readDateIn('11/05/2026', 'mdy')).toEqual({ day: '2026-11-05', time: null });
    expect(readDateIn('Mon 11/05/2026', 'mdy')).toEqual({ day: '2026-05-11', time: null });
    expect(readDateIn('20/11/2026', 'mdy')).toBe('only_day_first');
    expect(readDateIn('Fri 20/11/2026', 'mdy')).toBe('only_day_first');
    expect(readDateIn('11/20/2026', 'dmy')).toBe('only_month_first');
  });
});

describe('rejects a date', () => {
  it.each([
    ['30/02/2026', 'no_such_day'],
    ['29/02/2027', 'no_such_day'],
    ['2026-13-01', 'no_such_day'],
    ['31 Nov 2026', 'no_such_day'],
    ['00/11/2026', 'no_such_day'],
    ['Sunday, November 20, 2026', 'wrong_weekday'],
    ['Sun Fri 20/11/2026', 'wrong_weekday'],
    ['20/11/1999', 'before_2000'],
    ['0026-11-20', 'before_2000'],
    ['15/05/1448', 'hijri_date'],
    ['1448-05-15', 'hijri_date'],
    ['15/05/1448 هـ', 'hijri_date'],
    ['15 جمادى الآخرة 1448', 'hijri_date'],
    ['3 رمضان 1447', 'hijri_date'],
    ...[
      ...['', '14:05', '2:05 PM', '20/11', '20 Nov', 'November 2026', '2026', 'Friday', 'tomorrow', '1001'],
      ...[
        '20 Nov 14:05',
        '20 Nov 10 pm',
        '20 نوفمبر 10 م',
        '20/11 10:30',
        '20/11-2026',
        '120/11/2026',
        '35000',
      ],
      ...[
        '20/11/2026 25:00',
        '20/11/2026 14:60',
        '20/11/2026 2:05:60',
        '20/11/2026 14:05 PM',
        '20/11/2026 0 am',
      ],
      ...['20/11/2026 14', '20/11/2026 pm 2:05 pm', '20/11/2026 11 ظهرا', '14:05', '20 14:05 11 2026'],
      ...['20/11/2026 - 21/11/2026', '20/11/2026 10:00-12:00', 'before 20/11/2026', '20/11/2026 GMT'],
      ...['20/11/2026 14:05 GMT+15', '20/11/2026 14:05 GMT+3 (GST)', '2026/20/11 x', '0'.repeat(101)],
    ].map((text) => [text, 'no_date']),
  ])('%s: %s', (text, fault) => {
    expect(readLocalDate(text ?? '')).toBe(fault);
  });
});

const LOCALES = [
  ...['en-US', 'en-GB', 'en-AE', 'ar-AE', 'ar-EG', 'ar-LB', 'ar-IQ', 'ar-SA-u-ca-gregory'],
  ...['ar-AE-u-nu-arab', 'ar-EG-u-nu-latn', 'en-AE-u-nu-arab', 'ar-SA-u-ca-gregory-nu-latn'],
];
const STYLES = ['full', 'long', 'medium', 'short'] as const;
const WALL_CLOCK = 'Etc/GMT-4';

test('dates in all formats of English and Arabic locales are read correctly', () => {
  const formats = LOCALES.flatMap((locale) =>
    STYLES.flatMap((dateStyle) =>
      [undefined, ...STYLES].flatMap((timeStyle) =>
        ['UTC', 'Asia/Dubai', WALL_CLOCK].map(
          (timeZone) => [locale, { dateStyle, timeStyle, timeZone }] as const,
        ),
      ),
    ),
  );
  const days = fc.date({ min: new Date('2000-01-02'), max: new Date('2099-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...formats), days, ([locale, options], at) => {
      const text = new Intl.DateTimeFormat(locale, options).format(at);
      const local = new Date(at.getTime() + (options.timeZone === 'UTC' ? 0 : 4 * 3_600_000)).toISOString();
      const has_time = options.timeStyle !== undefined;
      expect([text, readDateIn(text, locale === 'en-US' ? 'mdy' : 'dmy')]).toEqual([
        text,
        {
          day: local.slice(0, 10),
          time: has_time ? local.slice(11, 16) : null,
          ...(has_time && zoneOf(text, options.timeZone)),
        },
      ]);
    }),
    { numRuns: 2_000 },
  );
});

/**
 * Returns the time zone that a text names, as formats of the styles `full` and `long` do; false if it names
 * none.
 */
function zoneOf(text: string, time_zone: string): { zone_minutes: number } | false {
  const names_zone = /GMT|GST|Time|UTC|غرينتش|توقيت|التوقيت/.test(text);
  return names_zone && { zone_minutes: time_zone === 'UTC' ? 0 : 240 };
}

test('any text is read or rejected without an exception', () => {
  const parts = fc.constantFrom(
    ...'0 1 2 9 11 20 2026 / - . : , ( ) Nov نوفمبر Fri الجمعة PM م ص GMT +4 T \u200F'.split(' '),
  );
  fc.assert(
    fc.property(parts, parts, parts, parts, parts, (...all) => {
      for (const text of [all.join(''), all.join(' ')]) {
        const read = readLocalDate(text);
        if (typeof read !== 'string') expect(read.dmy ?? read.mdy).not.toBeNull();
      }
    }),
    { numRuns: 1_000 },
  );
});
