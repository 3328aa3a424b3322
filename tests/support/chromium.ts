import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where installed Chromium and Chrome builds live, in the order we prefer them. */
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

/** The installed browser to test with; undefined means Playwright's own download. `CHROMIUM` overrides. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM, ...INSTALLED].find((path) => path && existsSync(path));
}

/** Pages that Chromium makes for its own address bar, for each window: half a second of a processor for each test. */
const OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** What Playwright switches off: Chromium heeds only the last list it is given. A test holds it against Playwright's. */
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

/** Chromium without windows, a viewer of PDFs and background sync. A page in it takes a fifth less of a processor. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The whole browser, for whatever a person's browser is needed. */
export function chromiumLaunch(): { executablePath?: string; channel?: string; args: string[] } {
  const executablePath = chromiumPath();
  return { ...(executablePath ? { executablePath } : { channel: 'chromium' }), args: ARGS };
}

/** What most tests need, in Debian's shell where it is installed; Playwright's own download has one too. */
export function shellLaunch(more: readonly string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = existsSync(SHELL) && !process.env.CHROMIUM ? SHELL : chromiumPath();
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGS, ...more] };
}

/** As `shellLaunch`, with a browser that yields the processor to the rest of the run where `nice` is above 0. Linux only. */
export function yieldingShellLaunch(nice: number, more: readonly string[] = []): YieldingLaunch {
  const launch = shellLaunch(more);
  if (nice === 0 || process.platform !== 'linux' || !launch.executablePath) return launch;
  const env = { ...process.env, YIELD: String(nice), BROWSER_TO_YIELD: launch.executablePath };
  return { ...launch, executablePath: fileURLToPath(new URL('yielding-browser.sh', import.meta.url)), env };
}

type YieldingLaunch = ReturnType<typeof shellLaunch> & { env?: NodeJS.ProcessEnv };
