import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { cornerOf, inkOf } from '../../../tests/support/ink.ts';
import {
  drawInPage,
  drawWithFinger,
  drawWithMouse,
  setColorScheme,
  setDensity,
  wave,
} from '../../../tests/support/pointer.ts';
import { SignaturePad } from './SignaturePad.tsx';
import { isSigned, type Signature, SignatureCaptureFailed, signaturePng } from './signature.ts';
import { MAX_PNG_BYTES } from './signature-png.ts';

beforeEach(() => page.viewport(600, 700));
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

/** The part of the page's style sheet, not loaded here, that affects the pad's size. */
const MEASURES = `
  fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }`;

const WHITE = [255, 255, 255, 255];

type Form = Awaited<ReturnType<typeof show>>;
type Draw = (...stroke: Parameters<typeof drawInPage>) => void | Promise<void>;

/** Draws a stroke and waits until the form has received it. */
async function sign(form: Form, points: Parameters<Draw>[1], draw: Draw = drawInPage): Promise<void> {
  const before = form.value;
  await draw(canvas(), points);
  await vi.waitFor(() => expect(form.value).not.toBe(before));
}

type Options = { start?: Signature | null; width?: number; height?: number; disabled?: boolean };

/** Renders a form with a pad; `form` exposes its value and lets the test change it from outside. */
async function show({ start = null, width = 400, height = 150, disabled = false }: Options = {}) {
  const form = {
    value: start,
    set: (_: Signature | null) => {},
    setWidth: (_: number) => {},
    setShown: (_: boolean) => {},
    onSubmit: vi.fn(),
  };
  function Form() {
    const [value, set] = useState(start);
    const [wide, setWidth] = useState(width);
    const [shown, setShown] = useState(true);
    Object.assign(form, { value, set, setWidth, setShown });
    return (
      <form
        style={{ width: wide }}
        onSubmit={(event) => {
          event.preventDefault();
          form.onSubmit();
        }}
      >
        <style>{MEASURES}</style>
        {shown && (
          <SignaturePad
            label="Driver Signature"
            signer="Bilal Khan"
            value={value}
            onChange={set}
            height_px={height}
            disabled={disabled}
          />
        )}
        <button type="submit">Complete</button>
      </form>
    );
  }
  await render(<Form />);
  await vi.waitFor(() => expect(canvas().getAttribute('aria-busy')).toBe('false'));
  return form;
}

const canvas = () => {
  const found = document.querySelector('canvas');
  if (!found) throw new Error('No pad');
  return found;
};
const status = () => page.getByRole('status');
const drawn = (value: Signature | null) => {
  if (value?.kind !== 'drawn') throw new Error('Nothing drawn');
  return value;
};

describe('drawing', () => {
  it.each([
    ['mouse', drawWithMouse],
    ['finger', drawWithFinger],
  ])('signs with a %s: a small picture in black on white, cropped to the ink', async (_, draw) => {
    const form = await show();
    await expect.element(page.getByRole('img', { name: 'Driver Signature, not signed' })).toBeVisible();
    await sign(form, wave(60, 260, 70), draw);
    await expect.element(status()).toHaveTextContent('Signed');
    await expect.element(page.getByRole('img', { name: 'Driver Signature, signed' })).toBeVisible();
    expect(isSigned(form.value)).toBe(true);
    const { png, strokes } = drawn(form.value);
    expect([strokes.width_px, strokes.height_px]).toEqual([400, 150]);
    expect(png.type).toBe('image/png');
    expect(png.size).toBeLessThan(MAX_PNG_BYTES);
    expect(signaturePng(drawn(form.value))).toBe(png);
    expect(await cornerOf(png)).toEqual(WHITE);
    const ink = await inkOf(png);
    expect(ink.dark).toBeGreaterThan(500);
    expect(ink.width).toBeGreaterThan(400);
    expect(ink.width).toBeLessThan(450);
    expect(ink.left).toBeLessThan(0.06);
    expect(ink.right).toBeGreaterThan(0.9);
    // The ink on screen is where it was drawn, and nowhere else.
    const onScreen = await inkOf(canvas());
    expect(onScreen.left).toBeCloseTo(60 / 400, 1);
    expect(onScreen.right).toBeCloseTo(260 / 400, 1);
  });

  it('adds a second stroke to the first', async () => {
    const form = await show();
    await sign(form, wave(30, 120, 70));
    const one = (await inkOf(drawn(form.value).png)).dark;
    await sign(form, wave(200, 330, 70));
    expect(drawn(form.value).strokes.groups).toHaveLength(2);
    expect((await inkOf(drawn(form.value).png)).dark).toBeGreaterThan(one * 1.5);
  });

  it('a stroke beyond the edge and back stays one stroke, cropped at the edge', async () => {
    const form = await show();
    const points = [
      [300, 60],
      [380, 70],
      [460, 80],
      [520, 90],
      [390, 100],
      [300, 110],
    ] as const;
    await sign(form, points, drawWithMouse);
    const { strokes, png } = drawn(form.value);
    expect(strokes.groups).toHaveLength(1);
    const ink = await inkOf(png);
    expect(ink.width).toBeLessThanOrEqual((400 - 300 + 8) * 2);
  });

  it.each([
    ['a single dot', [[100, 70]]],
    [
      'a tremble',
      [
        [100, 70],
        [101, 71],
        [100, 70],
      ],
    ],
  ] as [string, [number, number][]][])('does not accept %s as a signature', async (_, points) => {
    const form = await show();
    await sign(form, points, drawWithMouse);
    await expect.element(status()).toHaveTextContent('A dot is not a signature');
    expect(form.value).not.toBeNull();
    expect(isSigned(form.value)).toBe(false);
    await sign(form, wave(100, 200, 70));
    expect(isSigned(form.value)).toBe(true);
  });

  it('keeps the picture of dense scribbling below 60 KB', async () => {
    await page.viewport(1000, 700);
    const form = await show({ width: 900, height: 200 });
    const points = Array.from({ length: 130 }, (_, step): [number, number] => [
      450 + Math.sin(step * 2.3) * 430,
      100 + Math.cos(step * 3.1) * 90,
    ]);
    await sign(form, points);
    const { png } = drawn(form.value);
    expect(png.size).toBeLessThanOrEqual(MAX_PNG_BYTES);
    const ink = await inkOf(png);
    expect(ink.dark).toBeGreaterThan(1000);
    // Encoded again at a lower density: the first one gives 1200 px.
    expect(ink.width).toBeLessThan(1100);
  });

  it('cannot be drawn on while the form is busy', async () => {
    const form = await show({ disabled: true });
    await drawWithMouse(canvas(), wave(60, 260, 70, 20, 4));
    expect(form.value).toBeNull();
    await expect.element(page.getByRole('button', { name: 'Clear' })).toBeDisabled();
  });

  it('does not scroll the page under a finger', async () => {
    await show();
    expect(getComputedStyle(canvas()).touchAction).toBe('none');
  });
});

describe('clearing', () => {
  it('the Clear button empties the paper and reports it', async () => {
    const form = await show();
    await sign(form, wave(60, 260, 70));
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(form.value).toBeNull();
    expect((await inkOf(canvas())).dark).toBe(0);
    await expect.element(status()).toHaveTextContent('Cleared');
    await expect.element(page.getByRole('button', { name: 'Clear' })).toHaveFocus();
    expect(form.onSubmit).not.toHaveBeenCalled();
    await sign(form, wave(60, 260, 70));
    expect(drawn(form.value).strokes.groups).toHaveLength(1);
  });

  it('the form empties the pad, which then contains only later strokes', async () => {
    const form = await show();
    await sign(form, wave(60, 260, 70));
    form.set(null);
    await vi.waitFor(async () => expect((await inkOf(canvas())).dark).toBe(0));
    await sign(form, wave(60, 160, 70, 20, 4), drawWithFinger);
    expect(drawn(form.value).strokes.groups).toHaveLength(1);
  });
});

describe('when the size of the paper changes', () => {
  it('strokes shrink on narrower paper and regain their size on wider paper', async () => {
    const form = await show();
    await sign(form, wave(40, 360, 70));
    const [wide, before] = [await inkOf(canvas()), drawn(form.value)];
    form.setWidth(200);
    await vi.waitFor(() => expect(canvas().width).toBe(200));
    const narrow = await inkOf(canvas());
    expect(narrow.left).toBeCloseTo(wide.left, 1);
    expect(narrow.right).toBeCloseTo(wide.right, 1);
    expect(form.value).toBe(before);
    await sign(form, wave(20, 180, 110, 5));
    expect(drawn(form.value).strokes).toMatchObject({ width_px: 400, height_px: 150 });
    form.setWidth(400);
    await vi.waitFor(() => expect(canvas().width).toBe(400));
    const again = await inkOf(canvas());
    expect(again.left).toBeCloseTo(wide.left, 2);
    expect(again.right).toBeCloseTo(wide.right, 1);
    // The second stroke covers the first as it did on the narrow paper: from 40 to 360.
    const [, second] = drawn(form.value).strokes.groups;
    expect(second?.points[0]?.x).toBeCloseTo(40, 0);
    expect(second?.points.at(-1)?.x).toBeCloseTo(360, 0);
  });

  it('shows a stroke drawn above ink that was shrunk', async () => {
    const form = await show({ width: 200 });
    form.setWidth(400);
    await vi.waitFor(() => expect(canvas().width).toBe(400));
    await sign(form, wave(40, 360, 110));
    form.setWidth(200);
    await vi.waitFor(() => expect(canvas().width).toBe(200));
    await sign(form, wave(20, 180, 20, 5));
    const narrow = await inkOf(canvas());
    expect(narrow.top).toBeLessThan(0.15);
    form.setWidth(400);
    await vi.waitFor(() => expect(canvas().width).toBe(400));
    const wide = await inkOf(canvas());
    expect(wide.top).toBeGreaterThan(0);
    expect(wide.top).toBeLessThan(0.15);
    expect(wide.bottom).toBeCloseTo(narrow.bottom, 1);
    const stored = await inkOf(drawn(form.value).png);
    expect(stored.height / stored.width).toBeGreaterThan(0.55);
  });

  it('does not repaint when only the height of the page changes', async () => {
    const form = await show();
    await sign(form, wave(40, 360, 70));
    const paint = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect');
    window.dispatchEvent(new Event('resize'));
    expect(paint).not.toHaveBeenCalled();
  });

  it('is sharp on a dense screen, also after the window moved to it', async () => {
    const form = await show();
    await sign(form, wave(40, 360, 70));
    const before = drawn(form.value).png;
    await setDensity(3);
    try {
      window.dispatchEvent(new Event('resize'));
      expect(canvas().width).toBe(1200);
      expect((await inkOf(canvas())).left).toBeCloseTo(0.1, 1);
      expect(form.value).toMatchObject({ png: before });
      await setDensity(2);
      await sign(form, wave(40, 360, 110));
      expect(canvas().width).toBe(800);
      const ink = await inkOf(canvas());
      expect([ink.left, ink.right].map((edge) => Math.round(edge * 10))).toEqual([1, 9]);
      // The stored picture keeps its size.
      expect((await inkOf(drawn(form.value).png)).width).toBeLessThan(700);
    } finally {
      await setDensity(0);
    }
  });

  it('shows the drawing again after it was unmounted, as after a step back', async () => {
    const form = await show();
    await sign(form, wave(40, 360, 70));
    const wide = await inkOf(canvas());
    form.setShown(false);
    await vi.waitFor(() => expect(document.querySelector('canvas')).toBeNull());
    form.setShown(true);
    await vi.waitFor(async () => expect((await inkOf(canvas())).dark).toBeGreaterThan(0));
    expect((await inkOf(canvas())).right).toBeCloseTo(wide.right, 2);
    expect(isSigned(form.value)).toBe(true);
  });

  it('stays white paper with a black pen in dark mode', async () => {
    await setColorScheme('dark');
    try {
      expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(true);
      const form = await show();
      await sign(form, wave(40, 360, 70));
      expect(await cornerOf(canvas())).toEqual(WHITE);
      expect(await cornerOf(drawn(form.value).png)).toEqual(WHITE);
      expect((await inkOf(canvas())).dark).toBeGreaterThan(100);
      const paper = canvas().parentElement as HTMLElement;
      expect(getComputedStyle(paper).backgroundColor).toBe('rgb(255, 255, 255)');
      expect(getComputedStyle(paper).colorScheme).toBe('light');
    } finally {
      await setColorScheme('light');
    }
  });
});

describe('a typed name', () => {
  it('signs by keyboard alone and is marked as typed', async () => {
    const form = await show();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Type name instead' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Full name, as a signature')).toHaveFocus();
    await userEvent.keyboard('  Bilal Khan{Enter}');
    expect(form.onSubmit).not.toHaveBeenCalled();
    await expect.element(status()).toHaveTextContent('Signed by typed name');
    const { value } = form;
    expect(value).toMatchObject({ kind: 'typed', name: '  Bilal Khan' });
    expect(isSigned(value)).toBe(true);
    if (!value) return;
    const png = signaturePng(value);
    expect(await cornerOf(png)).toEqual(WHITE);
    expect((await inkOf(png)).dark).toBeGreaterThan(500);
    expect(png.size).toBeLessThan(MAX_PNG_BYTES);
    await expect
      .element(page.getByRole('img', { name: 'Driver Signature, signed by typed name' }))
      .toBeVisible();
    expect((await inkOf(canvas())).dark).toBe((await inkOf(png)).dark);
  });

  it('is drawn without clipping if it is Arabic, very long or a single letter', async () => {
    const form = await show();
    await page.getByRole('button', { name: 'Type name instead' }).click();
    for (const name of ['خالد محمّد الزعابي', 'Wolfeschlegelsteinhausen '.repeat(4), 'ي']) {
      await page.getByLabelText('Full name, as a signature').fill(name);
      if (form.value?.kind !== 'typed') throw new Error('Not signed');
      expect(form.value.name).toBe(name);
      const ink = await inkOf(signaturePng(form.value));
      expect(ink.width).toBeLessThanOrEqual(1020);
      expect(ink.dark).toBeGreaterThan(30);
      // No ink touches the edge, so nothing was clipped.
      expect(ink.left).toBeGreaterThan(0);
      expect(ink.top).toBeGreaterThan(0);
      expect(ink.right).toBeLessThan(1 - 2 / ink.width);
      expect(isSigned(form.value)).toBe(true);
    }
  });

  it('is not a signature without a letter', async () => {
    const form = await show();
    await page.getByRole('button', { name: 'Type name instead' }).click();
    for (const name of ['   ', '.', '12']) {
      await page.getByLabelText('Full name, as a signature').fill(name);
      expect(form.value).toMatchObject({ name });
      expect(isSigned(form.value)).toBe(false);
      await expect.element(status()).not.toHaveTextContent('Signed');
    }
  });

  it('is dropped when the user switches back to drawing', async () => {
    const form = await show();
    await page.getByRole('button', { name: 'Type name instead' }).click();
    await page.getByLabelText('Full name, as a signature').fill('Bilal');
    await page.getByRole('button', { name: 'Draw instead' }).click();
    expect(form.value).toBeNull();
    await vi.waitFor(() => expect(canvas().getAttribute('aria-busy')).toBe('false'));
    await sign(form, wave(40, 360, 70));
    expect(form.value?.kind).toBe('drawn');
  });

  it('Clear empties the name and stays in typing mode; the form resets to drawing', async () => {
    const form = await show();
    await page.getByRole('button', { name: 'Type name instead' }).click();
    await page.getByLabelText('Full name, as a signature').fill('Bilal');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(form.value).toBeNull();
    await expect.element(page.getByLabelText('Full name, as a signature')).toHaveValue('');
    await page.getByLabelText('Full name, as a signature').fill('Noura');
    form.set(null);
    await expect.element(page.getByRole('button', { name: 'Type name instead' })).toBeVisible();
  });
});

describe('capture failures', () => {
  it.each([
    ['empty data', () => 'data:,'],
    [
      'an error',
      () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    ],
  ])('signaturePng throws when the canvas gives no picture: %s', async (_, toDataURL) => {
    const form = await show();
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(toDataURL);
    await sign(form, wave(40, 360, 70));
    const value = drawn(form.value);
    expect(() => signaturePng(value)).toThrow(SignatureCaptureFailed);
    expect(() => signaturePng(value)).toThrow('Failed to capture signatures');
  });

  it('signaturePng throws when the browser draws nothing, as old iOS does when memory is low', async () => {
    const form = await show();
    vi.spyOn(CanvasRenderingContext2D.prototype, 'fill').mockImplementation(() => {});
    await sign(form, wave(40, 360, 70));
    expect(() => signaturePng(drawn(form.value))).toThrow(SignatureCaptureFailed);
  });
});
