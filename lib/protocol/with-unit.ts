/** Figures with their unit, in one form on pages, in notifications and in mails. */

/** No line ends between a figure and its unit. */
const NO_BREAK = "\u00a0";

/**
 * A written figure with its unit: `4.21%` in English and `4,21 %` in German, as the language writes percent. Other units of
 * one letter follow at once (`178K`), longer ones after a space (`48.2 points`). Null: the figure has none.
 * @param tag a language tag for `Intl`
 */
export function withUnit(figure: string, unit: string | null, tag: string): string {
  if (unit === null || unit === "") return figure;
  if (unit === "%") return `${figure}${percentSign(tag)}`;
  return unit.length === 1 ? `${figure}${unit}` : `${figure}${NO_BREAK}${unit}`;
}

/** The sign with the space or the direction mark that belongs to it. */
function percentSign(tag: string): string {
  const parts = new Intl.NumberFormat(tag, { style: "percent" }).formatToParts(0);
  const number = parts.findIndex(({ type }) => type === "integer");
  return parts
    .slice(number + 1)
    .map(({ value }) => value)
    .join("");
}
