/**
 * The words of dates, as `dateKey` writes them, with their symbols in `dateSymbols`: `<11>` a month, `{5}` a
 * weekday (Sunday is 0), `a` before noon, `p` after noon, `n` around noon, `m` the Arabic letter for after
 * noon or the Christian era, `z` Greenwich, `g` Gulf time, `h` the Hijri calendar, and a space a word without
 * meaning.
 */

/** English names, then spellings of the Gulf and Egypt, then those of the Levant and Iraq. */
const MONTHS = [
  'january jan يناير كانونثاني',
  'february feb فبراير شباط',
  'march mar مارس اذار',
  'april apr ابريل نيسان',
  'may مايو ايار',
  'june jun يونيو يونيه حزيران',
  'july jul يوليو يوليه تموز',
  'august aug اغسطس اب',
  'september sept sep سبتمبر ايلول',
  'october oct اكتوبر تشريناول',
  'november nov نوفمبر تشرينثاني',
  'december dec ديسمبر كانوناول',
];

const WEEKDAYS = [
  'sunday sun الاحد احد',
  'monday mon الاثنين اثنين',
  'tuesday tues tue الثلاثاء ثلاثاء الثلاثا',
  'wednesday weds wed الاربعاء اربعاء الاربعا',
  'thursday thurs thur thu الخميس خميس',
  'friday fri الجمعه جمعه',
  'saturday sat السبت سبت',
];

const OTHERS: [symbol: string, words: string][] = [
  ['a', 'am ص صباحا قبلالظهر'],
  ['p', 'pm مساء مساءا عصرا بعدالظهر'],
  ['n', 'noon ظهرا'],
  ['m', 'م'],
  ['z', 'gmt utc z غرينتش جرينتش coordinateduniversaltime التوقيتالعالميالمنسق'],
  ['g', 'gst gulfstandardtime توقيتالخليج'],
  [
    'h',
    'ه هجري هجريه محرم صفر ربيع جمادي رجب شعبان رمضان شوال ذو ذي القعده الحجه الاول الثاني الاخر الاخره الاولي الثانيه ah hijri muharram safar ramadan shawwal',
  ],
  [' ', 't at on the of في يوم من الساعه الموافق ميلادي ميلاديه'],
];

const listed = (words: string, symbol: string) => words.split(' ').map((word) => [word, symbol] as const);

export const DATE_WORDS: ReadonlyMap<string, string> = new Map([
  ...MONTHS.flatMap((words, at) => listed(words, `<${at + 1}>`)),
  ...WEEKDAYS.flatMap((words, at) => listed(words, `{${at}}`)),
  ...OTHERS.flatMap(([symbol, words]) => listed(words, symbol)),
]);
