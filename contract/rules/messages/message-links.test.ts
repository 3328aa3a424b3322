import { describe, expect, it } from 'vitest';
import { MESSAGE_LANGUAGES } from '../messages-to-customers.ts';
import { directionOf, languageOf } from './message-language.ts';
import { smsLink, whatsappLink } from './message-links.ts';
import { isMobile } from './mobile-number.ts';

describe('isMobile', () => {
  it.each([
    ['+971501234567', true, 'Emirates, mobile'],
    ['+971561234567', true, 'Emirates, mobile'],
    ['+97121234567', false, 'Abu Dhabi'],
    ['+97131234567', false, 'Al Ain'],
    ['+97142345678', false, 'Dubai'],
    ['+97161234567', false, 'Sharjah'],
    ['+97171234567', false, 'Ras Al Khaimah'],
    ['+97191234567', false, 'Fujairah'],
    ['+97180012345', false, 'Emirates, free of charge'],
    ['+971600123456', false, 'Emirates, shared cost'],
    ['+966501234567', true, 'Saudi Arabia, mobile'],
    ['+966112345678', false, 'Riyadh'],
    ['+96891234567', true, 'Oman, mobile'],
    ['+96824123456', false, 'Muscat'],
    ['+923001234567', true, 'Pakistan, mobile'],
    ['+922134567890', false, 'Karachi'],
    ['+919812345678', true, 'India, mobile'],
    ['+912212345678', false, 'Mumbai'],
    ['+447700900123', true, 'United Kingdom, mobile'],
    ['+442079460958', false, 'London'],
    ['+4915112345678', true, 'Germany: its landlines are not known'],
    ['0501234567', false, 'a number without its country code'],
    ['+971', false, 'a number that is too short'],
    ['', false, 'an empty text'],
  ])('%s: %s (%s)', (number, expected) => {
    expect(isMobile(number)).toBe(expected);
  });
});

describe('languageOf', () => {
  it.each([
    ['ar-AE', 'Layla Haddad', 'ar'],
    ['AR', 'Layla Haddad', 'ar'],
    ['ur_PK', 'Layla Haddad', 'ur'],
    ['en-AE', 'فاطمة الزهراء', 'en'],
    ['fr-FR', 'Layla Haddad', 'en'],
    ['fr-FR', 'فاطمة الزهراء', 'ar'],
    ['arn', 'Layla Haddad', 'en'],
    ['', 'فاطمة', 'ar'],
    [null, 'فاطمة', 'ar'],
    [undefined, '', 'en'],
    [null, '٣ Layla', 'en'],
  ])('locale %s, name %s: %s', (locale, name, expected) => {
    expect(languageOf(locale, name)).toBe(expected);
  });

  it('Arabic and Urdu are written from right to left', () => {
    expect(MESSAGE_LANGUAGES.map(directionOf)).toEqual(['ltr', 'rtl', 'rtl']);
  });
});

describe('links', () => {
  it('contain only digits of the number, and the text encoded', () => {
    const text = 'Hi & bye?\n#1001 مرحباً 100%';
    const whatsapp = new URL(whatsappLink('+971 50-123 4567', text));
    expect(whatsapp.href).toMatch(/^https:\/\/wa\.me\/971501234567\?text=/);
    expect(whatsapp.searchParams.get('text')).toBe(text);
    expect(whatsapp.hash).toBe('');
    const sms = smsLink('+971501234567', text);
    expect(sms).toMatch(/^sms:\+971501234567\?&body=[^&?#+]+$/);
    expect(decodeURIComponent(sms.split('body=')[1] ?? '')).toBe(text);
  });

  it('replace half of a surrogate pair', () => {
    const half = '👍'.slice(0, 1);
    expect(new URL(whatsappLink('+971501234567', half)).searchParams.get('text')).toBe('\uFFFD');
  });
});
