import { expect, it } from 'vitest';
import { isIosSafari } from './install.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SAFARI = 'Version/18.1 Mobile/15E148 Safari/604.1';

it.each([
  [`${IPHONE} ${SAFARI}`, 5, true],
  [`${MAC} ${SAFARI}`, 5, true],
  [`${MAC} ${SAFARI}`, 0, false],
  [`${IPHONE} CriOS/131.0 Mobile/15E148 Safari/604.1`, 5, false],
  [`${IPHONE} FxiOS/131.0 Mobile/15E148 Safari/605.1.15`, 5, false],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36', 5, false],
])('%s with %i touch points: %s', (user_agent, touch_points, expected) => {
  expect(isIosSafari(user_agent, touch_points)).toBe(expected);
});
