/** Matched in this order: the user agents of browsers include the names of older browsers. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\b|\bEdgiOS\b/, 'Edge'],
  [/\bOPR\b|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\b/, 'Samsung Internet'],
  [/\bFirefox\b|\bFxiOS\b/, 'Firefox'],
  [/\bChrome\b|\bCriOS\b|\bHeadlessChrome\b/, 'Chrome'],
  [/\bSafari\b/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a short name for a device, for example `Chrome on Android`; null if it is unknown. The user agent
 * itself is not stored: it can identify a single device.
 */
export function deviceName(user_agent: string | undefined): string | null {
  const known = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(user_agent ?? ''))?.[1];
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)];
  if (!browser) return system ?? null;
  return system ? `${browser} on ${system}` : browser;
}
