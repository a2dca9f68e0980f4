/** Settings of the calendar of releases. */
import { z } from "zod";
import { checkOrigins, type NewsConfig, readSource } from "./news-config.ts";

export const calendarSettings = {
  CALENDAR_FEEDS: z
    .string()
    .default("")
    .transform(readFeeds)
    .describe(
      "Comma-separated sources of the calendar of releases, each `name|url`, `name|zone|url` or `name|zone|country|url`: a name of lower-case letters, digits and `-`; the time zone of times that name none, such as `America/New_York`; the country of releases that name none, such as `US`; its address, with commas as `%2C`. The content shows its kind: ICS, or JSON (docs/api/calendar.md). The first source that announces a release decides its time. `npm start` uses the sandbox's sample schedule",
    ),
};

/** A source of the calendar as the operator names it. */
export type CalendarFeed = { name: string; url: string; zone?: string; country?: string };

export type CalendarConfig = {
  feeds: readonly CalendarFeed[];
  /** Undefined without a simulated world. */
  simulatedOrigin: string | undefined;
  pollMs: number;
};

/** @throws Error for a source that is neither on https nor simulated */
export function calendarOf(
  env: z.output<z.ZodObject<typeof calendarSettings>>,
  { simulatedOrigin, pollMs }: NewsConfig,
): CalendarConfig {
  checkOrigins("CALENDAR_FEEDS", env.CALENDAR_FEEDS, simulatedOrigin);
  return { feeds: env.CALENDAR_FEEDS, simulatedOrigin, pollMs };
}

function readFeeds(text: string, context: z.RefinementCtx): CalendarFeed[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const feeds: CalendarFeed[] = [];
  for (const entry of entries.filter((one) => one !== "")) {
    const feed = readFeed(entry);
    if (typeof feed === "string") context.addIssue(`${JSON.stringify(entry)} ${feed}`);
    else if (feeds.some((known) => known.name === feed.name)) {
      context.addIssue(`two sources are named ${feed.name}`);
    } else feeds.push(feed);
  }
  return feeds;
}

function readFeed(entry: string): CalendarFeed | string {
  const parts = entry.split("|");
  if (parts.length < 2 || parts.length > 4 || parts.includes("")) {
    return "must be name|url, name|zone|url or name|zone|country|url";
  }
  const [name = ""] = parts;
  const [zone, country] = parts.slice(1, -1);
  const source = readSource(name, parts.at(-1) ?? "");
  if (typeof source === "string") return source;
  if (zone !== undefined && !isZone(zone)) return `has no time zone ${JSON.stringify(zone)}`;
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) {
    return "must name its country by two capitals, or EU";
  }
  return {
    ...source,
    ...(zone === undefined ? {} : { zone }),
    ...(country === undefined ? {} : { country }),
  };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
