/** The colours of theme and palette for the canvas, read once for each change of either. */

const NAMES = {
  surface: "--surface",
  raised: "--raised",
  line: "--line",
  lineStrong: "--line-strong",
  grid: "--grid",
  ink: "--ink",
  inkMuted: "--ink-muted",
  inkFaint: "--ink-faint",
  accent: "--accent",
  accentStrong: "--accent-strong",
  accentInk: "--accent-ink",
  up: "--up",
  down: "--down",
  warn: "--warn",
  study1: "--study-1",
  study2: "--study-2",
  study3: "--study-3",
  study4: "--study-4",
} as const;

export type Colours = { readonly [Name in keyof typeof NAMES]: string };

export function readColours(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const entries = Object.entries(NAMES).map(([name, variable]) => [
    name,
    style.getPropertyValue(variable).trim(),
  ]);
  return Object.fromEntries(entries) as Colours;
}

/** Calls back when theme or palette change: both are attributes of the root element. */
export function onColours(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributeFilter: ["class", "style", "data-palette", "data-up", "data-theme"],
  });
  return () => observer.disconnect();
}
