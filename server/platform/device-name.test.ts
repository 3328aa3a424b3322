import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [PHONE, 'Chrome on Android'],
  [PHONE.replace('Chrome', 'SamsungBrowser/28.0 Chrome'), 'Samsung Internet on Android'],
  [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Mac'],
  ['SomethingElse/1.0 (Linux)', 'Linux'],
  ['Chrome/1', 'Chrome'],
  ['curl/8.0', null],
  ['', null],
  [undefined, null],
])('user agent %j gets the name %j', (user_agent, name) => {
  expect(deviceName(user_agent)).toBe(name);
});
