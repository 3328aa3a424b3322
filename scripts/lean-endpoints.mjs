import { transformAsync } from '@babel/core';

const TABLE =
  /\/contract\/rules\/((dashboard|desk|office|report|chart|driver-day|own-history)-endpoints|endpoint)\.ts$/;
/** What the server says of an endpoint, and what pages load apart (`shown-topics.mjs`). */
const LEFT_OUT = ['summary', 'errors', 'shows'];

/** Leaves out of the browser's build what no first screen reads of the tables of endpoints, which stay one for both sides. */
export function leanEndpoints() {
  return {
    name: 'lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!TABLE.test(id)) return null;
      const plugins = [leaveOut];
      const done = await transformAsync(code, {
        filename: id,
        plugins,
        parserOpts: { plugins: ['typescript'] },
        configFile: false,
        babelrc: false,
        sourceMaps: true,
      });
      return done && { code: done.code ?? '', map: done.map };
    },
  };
}

function leaveOut() {
  return {
    visitor: {
      ObjectProperty(path) {
        if (LEFT_OUT.includes(path.node.key.name)) path.remove();
      },
    },
  };
}
