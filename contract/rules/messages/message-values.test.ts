import { describe, expect, it } from 'vitest';
import { defaultTemplateText, MESSAGE_LANGUAGES } from '../messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../orders/attempt-reasons.ts';
import { fillTemplate } from './fill-template.ts';
import { messageKindsOf } from './message-kinds.ts';
import { MESSAGE_TEXTS } from './message-texts.ts';
import { messageValues, type OrderToMessage } from './message-values.ts';

describe('messageKindsOf', () => {
  const attempt = {};
  it.each([
    [{ status: 'picking' }, []],
    [{ status: 'packed' }, []],
    [{ status: 'dispatched' }, ['on_the_way']],
    [{ status: 'delivering' }, ['on_the_way']],
    [{ status: 'dispatched', attempt }, ['could_not_deliver', 'on_the_way']],
    [{ status: 'dispatching', waits_because: 'payment_voided' }, []],
    [{ status: 'dispatched', waits_because: 'payment_voided', attempt }, ['could_not_deliver']],
    [{ status: 'completed' }, []],
    [{ status: 'cancelled' }, []],
  ] as const)('%j: %j', (order, expected) => {
    expect(messageKindsOf(order)).toEqual(expected);
  });
});

describe('messageValues', () => {
  const ORDER: OrderToMessage = {
    order_number: '1001',
    status: 'dispatching',
    payment_method: 'cash',
    payment_status: 'pending',
    due_amount_fils: 125_050,
    taken_fils: 0,
    customer: { first_name: 'Layla', last_name: 'Haddad' },
  };
  const GIVEN = {
    sender: { driver: 'Omar Aziz', shop: 'Al Noor' },
    time_zone: 'Asia/Dubai',
    now: new Date('2026-11-29T08:00:00Z'),
  };
  const valuesOf = (changes: Partial<OrderToMessage>, language: 'en' | 'ar' | 'ur' = 'en') =>
    messageValues({ ...ORDER, ...changes }, language, GIVEN);
  const textOf = (kind: 'on_the_way' | 'could_not_deliver', changes: Partial<OrderToMessage>) =>
    MESSAGE_LANGUAGES.map((language) =>
      fillTemplate(defaultTemplateText(kind, language), valuesOf(changes, language)),
    );

  it('the amount is the remaining one, and the tender the one to have ready', () => {
    expect(valuesOf({})).toMatchObject({ amount: 'AED 1,250.50', tender: 'Please have the cash ready.' });
    expect(valuesOf({ taken_fils: 125_000 }).amount).toBe('AED 0.50');
    expect(valuesOf({ payment_method: 'card' }).tender).toBe('Please have your card ready.');
    expect(valuesOf({ pays_either: true }).tender).toBe('Please have your card or the cash ready.');
    expect(valuesOf({ payment_status: 'paid' })).toMatchObject({ amount: 'nothing to pay', tender: '' });
  });

  it('the window is the promised time, without the day if it is today and empty once it has passed', () => {
    const windowOf = (promised_at: string | null) => valuesOf({ promised_at }).window;
    expect(windowOf('2026-11-29T12:30:00Z')).toBe('Expected by 16:30.');
    expect(windowOf('2026-11-29T20:30:00Z')).toBe('Expected by 00:30 on 30 Nov 2026.');
    expect(windowOf('2026-11-29T08:00:00Z')).toBe('');
    expect(windowOf(null)).toBe('');
  });

  it('the next attempt has its day and as much of a window as is known', () => {
    const nextOf = (from: string | null, to: string | null) =>
      valuesOf({ attempt: { reason: 'other', reason_label: null, next: { day: '2026-12-01', from, to } } })
        .next;
    expect(nextOf('14:00', '16:00')).toBe('We will come again on 1 Dec 2026, between 14:00 and 16:00.');
    expect(nextOf('14:00', null)).toBe('We will come again on 1 Dec 2026, after 14:00.');
    expect(nextOf(null, '16:00')).toBe('We will come again on 1 Dec 2026, before 16:00.');
    expect(nextOf(null, null)).toBe('We will come again on 1 Dec 2026.');
  });

  it("the shop's own label is the reason in each language, and an unknown reason is not mentioned", () => {
    const reasonOf = (reason: string, reason_label: string | null) =>
      MESSAGE_LANGUAGES.map((language) => valuesOf({ attempt: { reason, reason_label } }, language).reason);
    expect(reasonOf('own_1', 'Dog in the garden')).toEqual(Array(3).fill('Dog in the garden'));
    expect(reasonOf('constructor', null)).toEqual(['', '', '']);
    expect(new Set(reasonOf('nobody_home', null)).size).toBe(3);
  });

  it('every language has a text for each built-in reason except "other"', () => {
    const keys = ATTEMPT_REASONS.map(({ key }) => key).filter((key) => key !== 'other');
    for (const language of MESSAGE_LANGUAGES) {
      expect(Object.keys(MESSAGE_TEXTS[language].reasons)).toEqual(keys);
      expect(MESSAGE_TEXTS[language].months).toHaveLength(12);
    }
  });

  it('the built-in texts are complete sentences with and without values', () => {
    expect(textOf('on_the_way', { promised_at: '2026-11-29T12:30:00Z' })).toEqual([
      'Hello Layla Haddad, your order #1001 from Al Noor is on the way. Expected by 16:30. Payment: AED 1,250.50. Please have the cash ready.',
      'مرحباً Layla Haddad، طلبك 1001 من Al Noor في الطريق إليك. الوصول المتوقع قبل الساعة 16:30. الدفع: AED 1,250.50. يرجى تجهيز المبلغ نقداً.',
      'السلام علیکم Layla Haddad، Al Noor سے آپ کا آرڈر 1001 راستے میں ہے۔ متوقع وقت: 16:30 تک۔ ادائیگی: AED 1,250.50۔ براہِ کرم نقد رقم تیار رکھیں۔',
    ]);
    expect(textOf('on_the_way', { payment_status: 'paid' })).toEqual([
      'Hello Layla Haddad, your order #1001 from Al Noor is on the way. Payment: nothing to pay.',
      'مرحباً Layla Haddad، طلبك 1001 من Al Noor في الطريق إليك. الدفع: لا شيء مطلوب.',
      'السلام علیکم Layla Haddad، Al Noor سے آپ کا آرڈر 1001 راستے میں ہے۔ ادائیگی: کچھ ادا نہیں کرنا۔',
    ]);
    const attempt = { reason: 'nobody_home', reason_label: null };
    const next = { day: '2026-11-30', from: '14:00', to: '16:00' };
    expect(textOf('could_not_deliver', { attempt: { ...attempt, next } })).toEqual([
      'Hello Layla Haddad, we could not deliver your order #1001 from Al Noor: there was no one at home. We will come again on 30 Nov 2026, between 14:00 and 16:00.',
      'مرحباً Layla Haddad، لم نتمكن من توصيل طلبك 1001 من Al Noor: لم نجد أحداً في المنزل. سنعود إليك يوم 30 نوفمبر 2026 بين الساعة 14:00 والساعة 16:00.',
      'السلام علیکم Layla Haddad، ہم Al Noor سے آپ کا آرڈر 1001 نہیں پہنچا سکے: گھر پر کوئی نہیں تھا۔ ہم 30 نومبر 2026 کو 14:00 اور 16:00 کے درمیان دوبارہ آئیں گے۔',
    ]);
    expect(textOf('could_not_deliver', { attempt: { ...attempt, reason: 'other' } })).toEqual([
      'Hello Layla Haddad, we could not deliver your order #1001 from Al Noor.',
      'مرحباً Layla Haddad، لم نتمكن من توصيل طلبك 1001 من Al Noor.',
      'السلام علیکم Layla Haddad، ہم Al Noor سے آپ کا آرڈر 1001 نہیں پہنچا سکے۔',
    ]);
  });
});
