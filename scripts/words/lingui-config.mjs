import { makeConfig } from '@lingui/conf';

/** What the macros of @lingui/core/macro and @lingui/react/macro turn into. */
export const linguiConfig = makeConfig(
  {
    locales: ['en'],
    sourceLocale: 'en',
    catalogs: [],
    runtimeConfigModule: {
      i18n: ['#words/i18n.ts', 'words'],
      Trans: ['#words/Trans.tsx', 'Trans'],
    },
  },
  { skipValidation: true },
);
