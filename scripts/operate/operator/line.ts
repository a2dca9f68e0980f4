/** Parts of a command line, and the errors in them. */

/** The line is not one of the commands; the message says why. */
export class WrongCommand extends Error {
  override name = "WrongCommand";
}

export type Values = Partial<Record<string, string | boolean | string[]>>;

/** @throws WrongCommand */
export function required(values: Values, option: string): string {
  const given = text(values, option);
  if (given === undefined || given.trim() === "") {
    throw new WrongCommand(`--${option} is missing: say why, in words.`);
  }
  return given;
}

export function text(values: Values, option: string): string | undefined {
  const given = values[option];
  return typeof given === "string" ? given : undefined;
}

export function search(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams(given).toString();
}
