import type { MessageLanguage } from '../messages-to-customers.ts';
import type { Tender } from '../orders/tender.ts';

/** A time of day, `14:30`, and a day as written in the language; null for the current day. */
type At = { day: string | null; time: string };
type Window = { day: string; from: string | null; to: string | null };

/** The values of placeholders in one language. Punctuation ends those that are sentences. */
export type MessageTexts = {
  /** True once a native speaker has read them. */
  is_reviewed: boolean;
  nothing_to_pay: string;
  tenders: Record<Tender | 'either', string>;
  expected: (at: At) => string;
  next: (window: Window) => string;
  /** January first. */
  months: readonly string[];
  /** The built-in reasons, as written to the customer; the missing ones are not mentioned. */
  reasons: Readonly<Record<string, string>>;
};

export const MESSAGE_TEXTS: Record<MessageLanguage, MessageTexts> = {
  en: {
    is_reviewed: true,
    nothing_to_pay: 'nothing to pay',
    tenders: {
      cash: 'Please have the cash ready.',
      card_machine: 'Please have your card ready.',
      either: 'Please have your card or the cash ready.',
    },
    expected: ({ day, time }) => `Expected by ${time}${day === null ? '' : ` on ${day}`}.`,
    next: ({ day, from, to }) => {
      if (from !== null && to !== null) return `We will come again on ${day}, between ${from} and ${to}.`;
      if (from !== null) return `We will come again on ${day}, after ${from}.`;
      return to === null ? `We will come again on ${day}.` : `We will come again on ${day}, before ${to}.`;
    },
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    reasons: {
      nobody_home: 'there was no one at home',
      customer_refused: 'the order was refused',
      no_money: 'the payment was not ready',
      wrong_address: 'we could not find the address',
      unreachable: 'we could not reach you',
      asked_for_another_time: 'another time was requested',
      damaged: 'the goods are damaged',
    },
  },
  ar: {
    is_reviewed: false,
    nothing_to_pay: 'لا شيء مطلوب',
    tenders: {
      cash: 'يرجى تجهيز المبلغ نقداً.',
      card_machine: 'يرجى تجهيز بطاقتك.',
      either: 'يرجى تجهيز بطاقتك أو المبلغ نقداً.',
    },
    expected: ({ day, time }) => `الوصول المتوقع${day === null ? '' : ` يوم ${day}`} قبل الساعة ${time}.`,
    next: ({ day, from, to }) => {
      if (from !== null && to !== null) return `سنعود إليك يوم ${day} بين الساعة ${from} والساعة ${to}.`;
      if (from !== null) return `سنعود إليك يوم ${day} بعد الساعة ${from}.`;
      return to === null ? `سنعود إليك يوم ${day}.` : `سنعود إليك يوم ${day} قبل الساعة ${to}.`;
    },
    months: [
      ...['يناير', 'فبراير', 'مارس', 'أبريل', 'مايو', 'يونيو'],
      ...['يوليو', 'أغسطس', 'سبتمبر', 'أكتوبر', 'نوفمبر', 'ديسمبر'],
    ],
    reasons: {
      nobody_home: 'لم نجد أحداً في المنزل',
      customer_refused: 'تم رفض استلام الطلب',
      no_money: 'لم يكن المبلغ جاهزاً',
      wrong_address: 'لم نتمكن من العثور على العنوان',
      unreachable: 'لم نتمكن من الاتصال بك',
      asked_for_another_time: 'تم طلب موعد آخر',
      damaged: 'البضاعة متضررة',
    },
  },
  ur: {
    is_reviewed: false,
    nothing_to_pay: 'کچھ ادا نہیں کرنا',
    tenders: {
      cash: 'براہِ کرم نقد رقم تیار رکھیں۔',
      card_machine: 'براہِ کرم اپنا کارڈ تیار رکھیں۔',
      either: 'براہِ کرم اپنا کارڈ یا نقد رقم تیار رکھیں۔',
    },
    expected: ({ day, time }) => `متوقع وقت: ${day === null ? '' : `${day}، `}${time} تک۔`,
    next: ({ day, from, to }) => {
      if (from !== null && to !== null) return `ہم ${day} کو ${from} اور ${to} کے درمیان دوبارہ آئیں گے۔`;
      if (from !== null) return `ہم ${day} کو ${from} کے بعد دوبارہ آئیں گے۔`;
      return to === null ? `ہم ${day} کو دوبارہ آئیں گے۔` : `ہم ${day} کو ${to} سے پہلے دوبارہ آئیں گے۔`;
    },
    months: [
      ...['جنوری', 'فروری', 'مارچ', 'اپریل', 'مئی', 'جون'],
      ...['جولائی', 'اگست', 'ستمبر', 'اکتوبر', 'نومبر', 'دسمبر'],
    ],
    reasons: {
      nobody_home: 'گھر پر کوئی نہیں تھا',
      customer_refused: 'آرڈر لینے سے انکار کیا گیا',
      no_money: 'رقم تیار نہیں تھی',
      wrong_address: 'پتہ نہیں مل سکا',
      unreachable: 'آپ سے رابطہ نہیں ہو سکا',
      asked_for_another_time: 'دوسرے وقت کی درخواست کی گئی',
      damaged: 'سامان خراب ہے',
    },
  },
};
