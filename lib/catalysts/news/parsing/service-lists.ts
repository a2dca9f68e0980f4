/**
 * Reads the JSON news lists of particular services: announcements of OKX
 * (`/api/v5/support/announcements`) and Bybit (`/v5/announcements/index`), posts of CryptoPanic
 * (`/api/developer/v2/posts/`) and articles of GDELT (DOC 2.0, `format=json`).
 */
import { z } from "zod";
import type { RawDocument, RawItem, ServiceKind } from "./raw-item.ts";

const text = z.string().nullish();
const time = z.union([z.string(), z.number()]).nullish();

const okx = z.object({
  code: z.string(),
  data: z.array(z.object({ details: z.array(z.object({ title: text, url: text, pTime: time })) })),
});

const bybit = z.object({
  retCode: z.number(),
  result: z.object({
    list: z.array(z.object({ title: text, description: text, url: text, dateTimestamp: time })),
  }),
});

const cryptoPanic = z.object({
  results: z.array(
    z.object({
      title: text,
      description: text,
      url: text,
      original_url: text,
      published_at: time,
    }),
  ),
});

const gdelt = z.object({
  articles: z.array(z.object({ title: text, url: text, seendate: text })),
});

type Service = { kind: ServiceKind; read: (value: unknown) => RawItem[] | undefined };

const item = (
  url: string | null | undefined,
  title: string | null | undefined,
  rest: { summary?: string | null | undefined; date: string | number | null | undefined },
): RawItem => ({
  url: url ?? undefined,
  title: title ?? undefined,
  summary: rest.summary ?? undefined,
  date: rest.date ?? undefined,
});

const SERVICES: readonly Service[] = [
  {
    kind: "okx",
    read: (value) =>
      okx
        .safeParse(value)
        .data?.data.flatMap(({ details }) =>
          details.map((one) => item(one.url, one.title, { date: milliseconds(one.pTime) })),
        ),
  },
  {
    kind: "bybit",
    read: (value) =>
      bybit.safeParse(value).data?.result.list.map((one) =>
        item(one.url, one.title, {
          summary: one.description,
          date: milliseconds(one.dateTimestamp),
        }),
      ),
  },
  {
    kind: "cryptopanic",
    read: (value) =>
      cryptoPanic.safeParse(value).data?.results.map((one) =>
        item(one.original_url ?? one.url, one.title, {
          summary: one.description,
          date: one.published_at,
        }),
      ),
  },
  {
    kind: "gdelt",
    read: (value) =>
      gdelt
        .safeParse(value)
        .data?.articles.map((one) => item(one.url, one.title, { date: isoOf(one.seendate) })),
  },
];

/** @returns undefined when the JSON is of none of these services */
export function readServiceList(json: string): RawDocument | undefined {
  const value = parsed(json);
  if (value === undefined) return undefined;
  for (const { kind, read } of SERVICES) {
    const items = read(value);
    if (items !== undefined) return { kind, items };
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function milliseconds(value: string | number | null | undefined): number | undefined {
  return value === undefined || value === null ? undefined : Number(value);
}

/** `20260501T120000Z` as ISO 8601. */
function isoOf(compact: string | null | undefined): string | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(compact ?? "") ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}
