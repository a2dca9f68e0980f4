/** The label of a key at the venue: the browser that created it, and when, since the venue does not store that time. */

const LIMIT = 64;
const MADE = /, (\d{4}-\d\d-\d\d \d\d:\d\d) UTC$/;

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

/** For example `Firefox on Linux, 2026-11-21 18:40 UTC`. */
export function keyLabel(userAgent: string, now: number): string {
  const made = new Date(now).toISOString().slice(0, 16).replace("T", " ");
  return `${browserName(userAgent)}, ${made} UTC`.slice(0, LIMIT);
}

/** For example `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = nameIn(BROWSERS) ?? "Browser";
  const system = nameIn(SYSTEMS);
  return `${browser}${system ? ` on ${system}` : ""}`;
}

/** Parses a label. Labels are free text, so the time may be missing. */
export function parseLabel(label: string): { name: string; createdAt: number | undefined } {
  const made = MADE.exec(label)?.[1];
  const createdAt = made === undefined ? Number.NaN : Date.parse(`${made.replace(" ", "T")}Z`);
  if (made === undefined || Number.isNaN(createdAt)) return { name: label, createdAt: undefined };
  return { name: label.replace(MADE, ""), createdAt };
}
