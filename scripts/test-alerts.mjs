import { spawnSync } from 'node:child_process';
import { ensureDebianPackages } from './debian-packages.mjs';
import { ROOT } from './install.mjs';

/** Holds the alert rules to what they say, by Prometheus' own promtool. */
const missing = ensureDebianPackages({
  title: 'Prometheus',
  programs: ['/usr/bin/promtool'],
  packages: ['prometheus'],
});
if (missing) {
  console.error(missing);
  process.exit(1);
}
for (const words of [
  ['check', 'rules', 'docs/operate/alerts.yml'],
  ['test', 'rules', 'docs/operate/alerts.test.yml'],
]) {
  const { status } = spawnSync('promtool', words, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
