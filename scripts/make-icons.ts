import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../tests/support/chromium.ts';

const OUT = 'web/public/icons';
const COLOUR = '#0b5f5a';

/** `bare`: the platform crops the icon, so the background fills it and the mark is scaled by this factor. */
const ICONS = [
  { name: 'icon-192', size: 192 },
  { name: 'icon-512', size: 512 },
  { name: 'icon-maskable-512', size: 512, bare: 0.72 },
  { name: 'apple-touch-icon', size: 180, bare: 0.9 },
] as const;

/** Draws the icons of the installed app from the mark in the favicon. */
const mark = await readFile('web/public/favicon.svg', 'utf8');
await mkdir(OUT, { recursive: true });
const browser = await chromium.launch(chromiumLaunch());
try {
  const page = await browser.newPage();
  for (const icon of ICONS) {
    const { name, size } = icon;
    const share = 'bare' in icon ? icon.bare : 1;
    const ground = 'bare' in icon ? COLOUR : 'transparent';
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>*{margin:0}body{width:${size}px;height:${size}px;display:grid;place-items:center;background:${ground}}
       svg{width:${size * share}px;height:${size * share}px}</style>${mark}`,
    );
    await writeFile(`${OUT}/${name}.png`, await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}
