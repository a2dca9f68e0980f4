/** Palette, colour of a rise, and motion: attributes of the root element, which the server renders from cookies. */
/** Every choice with its values; the first is what holds without a choice. */
export const APPEARANCE = {
  /** `colour-blind`: blue and orange in the place of green and red. */
  palette: ["default", "colour-blind"],
  /** `red`: a rise is red and a fall is green, as in East Asia. */
  up: ["green", "red"],
  /** `system` follows the operating system; `reduced` moves nothing. */
  motion: ["system", "reduced"],
} as const;

export type Appearance = { [Name in keyof typeof APPEARANCE]: (typeof APPEARANCE)[Name][number] };
export type AppearanceName = keyof Appearance;

export const APPEARANCE_NAMES = Object.keys(APPEARANCE) as AppearanceName[];

export const FIRST_APPEARANCE: Appearance = { palette: "default", up: "green", motion: "system" };

export function appearanceCookie(name: AppearanceName): string {
  return `svc.${name}`;
}

/** The choices that a request's cookies name; an unknown value counts as none. */
export function readAppearance(cookie: (name: string) => string | undefined): Appearance {
  return appearanceOf((name) => cookie(appearanceCookie(name)));
}

/** The choices as texts name them; an unknown value counts as none. */
export function appearanceOf(text: (name: AppearanceName) => string | undefined): Appearance {
  return {
    palette: text("palette") === "colour-blind" ? "colour-blind" : "default",
    up: text("up") === "red" ? "red" : "green",
    motion: text("motion") === "reduced" ? "reduced" : "system",
  };
}
