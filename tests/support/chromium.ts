import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Paths of installed Chromium and Chrome builds, in order of preference. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Returns the installed browser; undefined selects Playwright's own download. `CHROMIUM` overrides. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM, ...INSTALLED].find((path) => path && existsSync(path));
}

/** Pages that Chromium loads for its address bars, which cost half a second of processor time per test. */
const OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Features that Playwright disables. Chromium uses only the last such list; a test compares the two. */
export const SWITCHED_OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  `--disable-features=${[...SWITCHED_OFF_BY_PLAYWRIGHT, ...OF_THE_ADDRESS_BAR].join(',')}`,
];

/** Chromium without windows, PDF viewer and background sync. Pages take a fifth less processor time in it. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Launches the full browser, for tests that need its windows, PDF viewer or background sync. */
export function chromiumLaunch(): { executablePath?: string; channel?: string; args: string[] } {
  const executablePath = chromiumPath();
  return { ...(executablePath ? { executablePath } : { channel: 'chromium' }), args: ARGS };
}

/** Launches the headless shell, which suffices for most tests: Debian's, or Playwright's download. */
export function shellLaunch(more: readonly string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = existsSync(SHELL) && !process.env.CHROMIUM ? SHELL : chromiumPath();
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGS, ...more] };
}

/** Like `shellLaunch`, but if `nice` is above 0, the browser yields the processor. Linux only. */
export function yieldingShellLaunch(nice: number, more: readonly string[] = []): YieldingLaunch {
  const launch = shellLaunch(more);
  if (nice === 0 || process.platform !== 'linux' || !launch.executablePath) return launch;
  const env = { ...process.env, YIELD: String(nice), BROWSER_TO_YIELD: launch.executablePath };
  return { ...launch, executablePath: fileURLToPath(new URL('yielding-browser.sh', import.meta.url)), env };
}

type YieldingLaunch = ReturnType<typeof shellLaunch> & { env?: NodeJS.ProcessEnv };
