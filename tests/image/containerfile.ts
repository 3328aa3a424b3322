import { readFileSync } from 'node:fs';

/** The settings with which a container starts. */
export type StartSettings = {
  user: string;
  directory: string;
  env: Record<string, string>;
  command: string[];
  health_check: string[];
  stop_signal: NodeJS.Signals;
};

export type Step =
  | { kind: 'copy'; from: string[]; to: string }
  | { kind: 'copy_from_build'; from: string; to: string }
  | { kind: 'run'; command: string };

export type Stage = { base: string; steps: Step[]; started: StartSettings };

/**
 * Reads the stages of a Containerfile; the last one is the image. Throws at an instruction that it does not
 * support, so that none is silently ignored.
 */
export function readContainerfile(path: string): Stage[] {
  const text = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ');
  const stages: Stage[] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, word = '', rest = ''] = /^(\w+) (.+)$/.exec(line) ?? [];
    if (word === 'FROM') stages.push(newStage(rest));
    else follow(stages.at(-1) ?? unknown(line), word, rest);
  }
  return stages;
}

function newStage(rest: string): Stage {
  const started = { user: '0:0', directory: '/', env: {}, command: [], health_check: [] };
  return { base: rest.split(' ')[0] ?? '', steps: [], started: { ...started, stop_signal: 'SIGTERM' } };
}

function follow({ steps, started }: Stage, word: string, rest: string): void {
  if (word === 'RUN') steps.push({ kind: 'run', command: rest });
  else if (word === 'COPY') steps.push(copyStep(rest));
  else if (word === 'WORKDIR') started.directory = rest;
  else if (word === 'USER') started.user = rest;
  else if (word === 'ENV') Object.assign(started.env, Object.fromEntries(assignments(rest)));
  else if (word === 'CMD') started.command = JSON.parse(rest) as string[];
  else if (word === 'STOPSIGNAL') started.stop_signal = rest as NodeJS.Signals;
  else if (word === 'HEALTHCHECK')
    started.health_check = JSON.parse(rest.replace(/^.* CMD /, '')) as string[];
  else if (!['LABEL', 'EXPOSE'].includes(word)) unknown(`${word} ${rest}`);
}

function copyStep(rest: string): Step {
  const [, source] = /^--from=build (\S+) \S+$/.exec(rest) ?? [];
  const names = rest.split(' ');
  const to = names.pop() ?? '';
  if (source) return { kind: 'copy_from_build', from: source, to };
  return rest.startsWith('--') ? unknown(`COPY ${rest}`) : { kind: 'copy', from: names, to };
}

function assignments(rest: string): [string, string][] {
  return rest.split(' ').map((each) => {
    const [name = '', value = ''] = each.split('=');
    return [name, value];
  });
}

function unknown(line: string): never {
  throw new Error(`Unsupported instruction in the Containerfile: ${line}`);
}
