/**
 * The current highlights, and those of an earlier time. They are not stored: they follow from the
 * catalysts and the time.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { z } from "zod";
import { knownUntil } from "#lib/catalysts/reads/known-until.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { isNotModified } from "#lib/platform/http/etag.ts";
import { type Reply, respond } from "#lib/platform/http/reply.ts";
import type { ServiceLocale } from "#lib/protocol/enumerations.ts";
import { chooseHighlights, type TagChoices } from "#lib/protocol/highlights.ts";
import type { HighlightList, HighlightQuery } from "#lib/protocol/wire/highlights.ts";
import { makeCard, type SeenCatalyst } from "./make-cards.ts";
import { seenCatalysts } from "./seen-catalysts.ts";

type HighlightRequest = {
  locale: ServiceLocale;
  choices: TagChoices;
  /** ISO 8601; absent: now. */
  knownAt?: string | undefined;
  limit?: number;
};

export async function highlightsFor(request: HighlightRequest): Promise<HighlightList> {
  const { locale, choices, limit } = request;
  const { now, seen } = await seenAt(await database(), request.knownAt);
  const cards = seen.flatMap((one) => makeCard(one, { now, locale, choices }) ?? []);
  const most = limit === undefined ? {} : { most: limit };
  return {
    known_at: new Date(now).toISOString(),
    results: chooseHighlights(cards, { now, choices, ...most }),
  };
}

/**
 * Answers 304 to a caller that already has the same cards, because `known_at` alone changes every
 * two seconds.
 */
export async function answerHighlights({
  input: { query, request },
}: {
  input: { query: z.output<typeof HighlightQuery>; request: Request };
}): Promise<Reply | Response> {
  const { locale, known_at: knownAt, mute, pin, limit } = query;
  const choices = { muted: mute?.split(",") ?? [], pinned: pin?.split(",") ?? [] };
  const list = await highlightsFor({ locale, knownAt, choices, limit });
  const digest = createHash("sha256").update(JSON.stringify(list.results)).digest("base64url");
  const etag = `"${digest.slice(0, 27)}"`;
  const headers = { etag: `W/${etag}`, "cache-control": "no-cache" };
  if (isNotModified(request.headers, etag)) return new Response(null, { status: 304, headers });
  return respond(200, list, headers);
}

type Seen = { now: number; seen: readonly SeenCatalyst[] };

/** Only of the newest time, because all readers between two passes get the same. */
const cache = new WeakMap<Database, { now: number; seen: Promise<readonly SeenCatalyst[]> }>();

async function seenAt(db: Database, wanted: string | undefined): Promise<Seen> {
  const { knownAt: now } = await knownUntil(db, wanted);
  if (wanted !== undefined) return { now, seen: await readAt(db, now) };
  const known = cache.get(db);
  if (known?.now === now) return { now, seen: await known.seen };
  const seen = readAt(db, now);
  cache.set(db, { now, seen });
  seen.catch(() => {
    if (cache.get(db)?.seen === seen) cache.delete(db);
  });
  return { now, seen: await seen };
}

/** Reads in one database snapshot. */
function readAt(db: Database, knownAt: number): Promise<readonly SeenCatalyst[]> {
  return db.transaction((tx) => seenCatalysts(tx, { knownAt }), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}
