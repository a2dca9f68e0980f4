/** Finds an economic figure beside its forecast: "CPI 3.1 % vs 3.2 % expected". Pure. */
import { withLatinDigits } from "./details.ts";

export type MacroPrint = { actual: number; expected: number };

const FIGURE = "(-?\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|prozent|k\\b|bps)?";
const FORMS = [
  new RegExp(
    `${FIGURE}[^\\d]{0,30}(?:vs\\.?|versus|against|gegen|gegenüber|مقابل)[^\\d-]{0,30}${FIGURE}`,
    "iu",
  ),
  new RegExp(
    `${FIGURE}[^\\d]{0,30}(?:expected|forecast|consensus|estimate\\w*|erwartet|prognose|التوقعات|المتوقع)[^\\d-]{0,12}${FIGURE}`,
    "iu",
  ),
];

/** @returns undefined when the text has no such pair of figures */
export function findMacroPrint(text: string): MacroPrint | undefined {
  const latin = withLatinDigits(text);
  for (const form of FORMS) {
    const [, actual, expected] = form.exec(latin) ?? [];
    if (actual !== undefined && expected !== undefined) {
      return { actual: figureOf(actual), expected: figureOf(expected) };
    }
  }
  return undefined;
}

function figureOf(text: string): number {
  return Number(text.replace(",", "."));
}
