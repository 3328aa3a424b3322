/** Returns the added lines of a unified diff without context, with their numbers, by path. */
export function addedLines(diff) {
  const added = new Map();
  let lines = [];
  let number = 0;
  for (const line of diff.split('\n')) {
    const path = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (path) {
      lines = [];
      added.set(path, lines);
    } else if (line.startsWith('@@')) {
      number = Number(/\+(\d+)/.exec(line)[1]);
    } else if (line.startsWith('+') && !line.startsWith('+++')) {
      lines.push({ number, text: line.slice(1) });
      number += 1;
    }
  }
  return added;
}
