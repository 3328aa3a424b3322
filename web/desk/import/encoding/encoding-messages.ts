import { t } from '@lingui/core/macro';
import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';

export function encodingText(encoding: Encoding): string {
  return {
    'utf-8': 'UTF-8',
    'utf-16le': t`UTF-16 LE`,
    'utf-16be': t`UTF-16 BE`,
    'windows-1256': t`Arabic (Windows-1256)`,
    'iso-8859-6': t`Arabic (ISO 8859-6)`,
    'windows-1252': t`Western European (Windows-1252)`,
    'windows-1250': t`Central European (Windows-1250)`,
    'windows-1251': t`Cyrillic (Windows-1251)`,
    'windows-1253': t`Greek (Windows-1253)`,
    'windows-1254': t`Turkish (Windows-1254)`,
    macintosh: t`Western European (Mac)`,
  }[encoding];
}
