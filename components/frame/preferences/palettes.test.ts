/** Every palette in every theme must be readable, to everyone (WCAG 2.2, 1.4.3 and 1.4.11). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Tokens = Readonly<Record<string, string>>;
type Rgb = readonly [number, number, number];

const css = readFileSync(new URL("../../../app/globals.css", import.meta.url), "utf8");

/** The custom properties of all blocks with exactly this selector, later ones over earlier ones. */
function block(selector: string): Tokens {
  const tokens: Record<string, string> = {};
  for (const [, name = "", body = ""] of css.matchAll(
    /(?:^|\n)([^\s{}@/*][^{}]*?) \{\n([^{}]*)\}/g,
  )) {
    if (name !== selector) continue;
    for (const [, key = "", value = ""] of body.matchAll(/--([\w-]+): ([^;]+);/g))
      tokens[key] = value;
  }
  return tokens;
}

/** As the cascade resolves them: later and more particular blocks win, `var()` follows. */
function palette({ dark, colourBlind, redUp }: Choice): Tokens {
  const all = {
    ...block(":root"),
    ...(dark ? block(".dark") : {}),
    ...(colourBlind ? block(':root[data-palette="colour-blind"]') : {}),
    ...(dark && colourBlind ? block('.dark[data-palette="colour-blind"]') : {}),
    ...(redUp ? block(':root[data-up="red"]') : {}),
  } as Tokens;
  const resolve = (value: string): string => {
    const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    return other === undefined ? value : resolve(all[other] ?? "");
  };
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, resolve(value)]));
}

type Choice = { dark: boolean; colourBlind: boolean; redUp: boolean };

const CHOICES: Choice[] = [false, true].flatMap((dark) =>
  [false, true].flatMap((colourBlind) =>
    [false, true].map((redUp) => ({ dark, colourBlind, redUp })),
  ),
);

const SURFACES = ["surface", "raised", "hover"];

/** Foreground, and the backgrounds behind it, as text. */
const TEXT: Record<string, readonly string[]> = {
  ink: [...SURFACES, "canvas", "accent-soft", "up-soft", "down-soft", "warn-soft", "bad-soft"],
  "ink-muted": [...SURFACES, "canvas", "up-soft", "down-soft"],
  "ink-faint": SURFACES,
  accent: [...SURFACES, "accent-soft"],
  up: [...SURFACES, "up-soft"],
  down: [...SURFACES, "down-soft"],
  bad: [...SURFACES, "canvas", "bad-soft"],
  good: [...SURFACES, "canvas"],
  warn: [...SURFACES, "warn-soft"],
  "accent-ink": ["accent-strong"],
};

/** The buttons that buy and sell have white text. */
const BUTTONS = ["up-strong", "down-strong"];

/** Parts of a stacked bar: what fees were paid for. */
const PRODUCTS = ["perp", "swap", "prediction"];

/** A bar must be visible on the track that it fills: green is safe, red is not. */
const BARS = ["good-strong", "warn", "bad-strong", ...PRODUCTS];

function rgb(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`"${hex}" is no colour`);
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  const linear = (one: number) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  return [linear(channel(1)), linear(channel(3)), linear(channel(5))];
}

function contrast(one: string, other: string): number {
  const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [low = 0, high = 0] = [luminance(rgb(one)), luminance(rgb(other))].toSorted(
    (a, b) => a - b,
  );
  return (high + 0.05) / (low + 0.05);
}

/** Full colour deficiencies on linear RGB (Machado, Oliveira and Fernandes, 2009). */
const VISION = {
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;

function seenBy(matrix: readonly number[], [r, g, b]: Rgb): Rgb {
  const row = (at: number) =>
    Math.min(1, Math.max(0, matrix[at]! * r + matrix[at + 1]! * g + matrix[at + 2]! * b));
  return [row(0), row(3), row(6)];
}

/** Distance in OKLab, in which 0.02 is just noticeable side by side. */
function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(CHOICES)("the palette %o", (choice) => {
  const tokens = palette(choice);
  const pairs = Object.entries(TEXT).flatMap(([ink, grounds]) => grounds.map((on) => [ink, on]));

  it.each(pairs)("%s on %s is readable", (ink = "", on = "") => {
    expect(contrast(tokens[ink] ?? "", tokens[on] ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  it.each(BUTTONS)("white on %s is readable", (on) => {
    expect(contrast("#ffffff", tokens[on] ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  it.each(BARS)("a bar of %s is visible on a panel", (bar) => {
    expect(contrast(tokens[bar] ?? "", tokens.surface ?? "")).toBeGreaterThanOrEqual(3);
  });

  it("safe and dangerous are distinguishable at a glance", () => {
    expect(distance(rgb(tokens.good ?? ""), rgb(tokens.bad ?? ""))).toBeGreaterThan(0.15);
  });

  it.each([...SURFACES, "canvas"])("the focus ring is visible on %s", (on) => {
    expect(contrast(tokens.accent ?? "", tokens[on] ?? "")).toBeGreaterThanOrEqual(3);
  });

  it("a rise and a fall are distinguishable at a glance", () => {
    expect(distance(rgb(tokens.up ?? ""), rgb(tokens.down ?? ""))).toBeGreaterThan(0.15);
  });
});

describe.each(Object.entries(VISION))("with %s", (_name, matrix) => {
  it.each(CHOICES.filter(({ colourBlind }) => colourBlind))(
    "a rise and a fall, safe and dangerous are distinguishable in %o",
    (choice) => {
      const { up = "", down = "", good = "", bad = "" } = palette(choice);
      const apart = (one: string, other: string) =>
        distance(seenBy(matrix, rgb(one)), seenBy(matrix, rgb(other)));
      expect(apart(up, down)).toBeGreaterThan(0.12);
      expect(apart(good, bad)).toBeGreaterThan(0.12);
    },
  );
});

const EVERYBODY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

it.each(CHOICES)(
  "products are distinguishable with every kind of colour vision in %o",
  (choice) => {
    const tokens = palette(choice);
    for (const [name, matrix] of Object.entries({ EVERYBODY, ...VISION })) {
      const seen = PRODUCTS.map((product) => seenBy(matrix, rgb(tokens[product] ?? "")));
      for (const [one, other] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const)
        expect(distance(seen[one]!, seen[other]!), name).toBeGreaterThan(0.15);
    }
  },
);

const TURNED = ["up", "up-strong", "up-soft", "down", "down-strong", "down-soft"];

it.each(CHOICES.filter(({ redUp }) => redUp))(
  "in %o the direction of a rise swaps rise and fall and changes nothing else",
  (choice) => {
    const [before, after] = [palette({ ...choice, redUp: false }), palette(choice)];
    for (const shade of ["", "-strong", "-soft"]) {
      expect(after[`up${shade}`]).toBe(before[`down${shade}`]);
      expect(after[`down${shade}`]).toBe(before[`up${shade}`]);
    }
    const unchanged = Object.keys(before).filter((name) => !TURNED.includes(name));
    expect(unchanged).toEqual(
      expect.arrayContaining(["bad", "bad-strong", "bad-soft", "good", "warn"]),
    );
    for (const name of unchanged) expect(after[name], name).toBe(before[name]);
  },
);
