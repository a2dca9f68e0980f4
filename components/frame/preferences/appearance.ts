/** Palette, colour of a rise, and motion: attributes of the root element, which the server renders from cookies. */
/** Every setting with its values, the default first. */
export const APPEARANCE = {
  /** `colour-blind`: blue and orange instead of green and red. */
  palette: ["default", "colour-blind"],
  /** `red`: a rise is red and a fall is green, as in East Asia. */
  up: ["green", "red"],
  /** `system` follows the operating system; `reduced` stops all animation. */
  motion: ["system", "reduced"],
} as const;

export type Appearance = { [Name in keyof typeof APPEARANCE]: (typeof APPEARANCE)[Name][number] };
export type AppearanceName = keyof Appearance;

export const APPEARANCE_NAMES = Object.keys(APPEARANCE) as AppearanceName[];

export const FIRST_APPEARANCE: Appearance = { palette: "default", up: "green", motion: "system" };

export function appearanceCookie(name: AppearanceName): string {
  return `svc.${name}`;
}

/** The settings in a request's cookies; an unknown value counts as the default. */
export function readAppearance(cookie: (name: string) => string | undefined): Appearance {
  return appearanceOf((name) => cookie(appearanceCookie(name)));
}

/** The settings of texts; an unknown value counts as the default. */
export function appearanceOf(text: (name: AppearanceName) => string | undefined): Appearance {
  return {
    palette: text("palette") === "colour-blind" ? "colour-blind" : "default",
    up: text("up") === "red" ? "red" : "green",
    motion: text("motion") === "reduced" ? "reduced" : "system",
  };
}
