/** Takes a calendar apart by its lines, so that one damaged event does not take the others with it. */

export type IcsParts = {
  /** Each event alone, from its first line to its last. */
  events: string[];
  /** A calendar of some of them, with the head and the zones of the whole. */
  calendarOf: (events: readonly string[]) => string;
};

/** A property or a boundary; any other line belongs to none. */
const CONTENT_LINE = /^[A-Za-z0-9-]+[;:]/;

/** @returns undefined for a text that is no calendar, or that is cut off */
export function icsParts(text: string): IcsParts | undefined {
  const lines = unfolded(text);
  if (!/^BEGIN:VCALENDAR$/i.test(lines[0] ?? "") || !/^END:VCALENDAR$/i.test(lines.at(-1) ?? ""))
    return undefined;
  const head: string[] = [];
  const events: string[] = [];
  let event: string[] | undefined;
  let depth = 0;
  for (const line of lines.slice(1, -1)) {
    if (event === undefined && /^BEGIN:VEVENT$/i.test(line)) event = [];
    if (event === undefined) {
      head.push(line);
      continue;
    }
    event.push(line);
    if (/^BEGIN:/i.test(line)) depth += 1;
    if (/^END:/i.test(line)) depth -= 1;
    if (depth === 0) {
      events.push(event.join("\r\n"));
      event = undefined;
    }
  }
  // An event that never ends is damaged, and what follows it is lost with it.
  if (event !== undefined) events.push(event.join("\r\n"));
  return {
    events,
    calendarOf: (some) => ["BEGIN:VCALENDAR", ...head, ...some, "END:VCALENDAR", ""].join("\r\n"),
  };
}

/** Lines without their folds, and without lines that are no content: a text that was broken without folding. */
function unfolded(text: string): string[] {
  return text
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => CONTENT_LINE.test(line));
}
