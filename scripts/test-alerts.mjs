import { spawnSync } from 'node:child_process';
import { ensureDebianPackages } from './debian-packages.mjs';
import { ROOT } from './install.mjs';

/** Tests the alert rules with Prometheus' promtool. */
const missing = ensureDebianPackages({
  title: 'Prometheus',
  programs: ['/usr/bin/promtool'],
  packages: ['prometheus'],
});
if (missing) {
  console.error(missing);
  process.exit(1);
}
for (const parameters of [
  ['check', 'rules', 'docs/operate/alerts.yml'],
  ['test', 'rules', 'docs/operate/alerts.test.yml'],
]) {
  const { status } = spawnSync('promtool', parameters, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
