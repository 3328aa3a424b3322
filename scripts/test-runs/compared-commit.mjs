import { execFileSync } from 'node:child_process';
import { ROOT } from '../install.mjs';

/**
 * Returns the commit that a change is compared with: `TEST_BASE`, else the merge base with origin/main. Empty
 * if neither is known, or if HEAD is origin/main.
 */
export function comparedCommit() {
  return process.env.TEST_BASE || mergeBase();
}

function mergeBase() {
  const [main, head] = [git('rev-parse', '--verify', '-q', 'origin/main'), git('rev-parse', 'HEAD')];
  return main && main !== head ? git('merge-base', main, 'HEAD') : '';
}

/** The output of a git command; empty if git, the repository or the requested object is missing. */
export function git(...parameters) {
  try {
    return execFileSync('git', parameters, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 ** 2,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
