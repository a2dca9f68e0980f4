/**
 * Parses numbers as sources write them: `3.1%`, `178K`, `-0.2`, `1,250`. They stay exact decimals.
 */

export type CalendarFigure = {
  /** `-`, digits, and a fraction after a point. */
  value: string;
  /** The text after the number; undefined: none. */
  unit: string | undefined;
};

const SHAPE =
  /^([+-]?)[$€£]?(\d{1,15}|\d{1,3}(?:,\d{3}){1,4}|(?=\.))(?:\.(\d{1,10}))?\s*(%|[KMBT]|bps?)?$/i;

/** `undefined` when the text is not a number. */
export function parseFigure(given: unknown): CalendarFigure | undefined {
  if (typeof given !== "string" && typeof given !== "number") return undefined;
  const text = String(given).slice(0, 40).trim().replace("\u2212", "-");
  const [, sign, whole, fraction, unit] = SHAPE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(",", "").replace(/^0+(?=\d)/, "") || "0";
  const value = `${digits}${fraction === undefined ? "" : `.${fraction}`}`;
  const isZero = !/[1-9]/.test(value);
  return { value: sign === "-" && !isZero ? `-${value}` : value, unit: unit?.toUpperCase() };
}

const NAMES = {
  forecast: "forecast",
  previous: "previous",
  revisedPrevious: "revisedPrevious",
  actual: "actual",
} as const;
type FigureName = keyof typeof NAMES;

export type CalendarFigures = Record<FigureName, string | null> & { unit: string | null };

/**
 * The unit is the given one, else that of the first number that has one. A number in another unit
 * is dropped.
 */
export function parseFigures(
  given: Readonly<Partial<Record<FigureName, unknown>>>,
  givenUnit: string | undefined,
): CalendarFigures {
  const figure = (name: FigureName) => parseFigure(given[name]);
  const all = (Object.keys(NAMES) as FigureName[]).map(figure);
  const named = unitOf(givenUnit);
  const unit = named ?? all.find((one) => one?.unit !== undefined)?.unit ?? null;
  const valueOf = (name: FigureName): string | null => {
    const one = figure(name);
    if (one === undefined) return null;
    return one.unit === undefined || one.unit === unit ? one.value : null;
  };
  return {
    unit,
    forecast: valueOf("forecast"),
    previous: valueOf("previous"),
    revisedPrevious: valueOf("revisedPrevious"),
    actual: valueOf("actual"),
  };
}

function unitOf(given: string | undefined): string | undefined {
  const text = given?.trim().slice(0, 20) ?? "";
  if (text === "") return undefined;
  return /^(?:%|[kmbt]|bps?)$/i.test(text) ? text.toUpperCase() : text;
}
