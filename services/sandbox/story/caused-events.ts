/** Events that a person causes: a move at once, and reports that come later. They are kept in a file, so a restart publishes what is due. */

import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { SECOND_MS } from "#lib/protocol/durations.ts";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { OTHERS, type StoryAsset, TRADED } from "./cast.ts";
import { kindOf } from "./kinds.ts";
import { reporter } from "./reports.ts";
import { pick } from "./side-items.ts";
import type { StoryEvent, WireItem } from "./story.ts";

const MAX_DELAY_SECONDS = 3600;
const MAX_PERCENT = 10;
const USUAL_PERCENT = 4;
/** The reporting outlets, in order. */
const VOICES = ["ledger-courier", "meridian-wire"] as const;

const delay = z.number().min(0).max(MAX_DELAY_SECONDS);

/** `POST /story/events` */
export const causeBody = z.strictObject({
  kind: z.enum(CATALYST_TYPES),
  asset: z.enum([...TRADED, ...OTHERS].map(({ ticker }) => ticker)),
  direction: z.enum(["negative", "positive"]).optional(),
  /** Change of the price, without a sign; 0 leaves it where it is. */
  size_percent: z.number().min(0).max(MAX_PERCENT).default(USUAL_PERCENT),
  /** Null: it is not reported. */
  report_after_seconds: delay.nullable().default(150),
  /** Null: there is no second voice. */
  second_after_seconds: delay.nullable().default(300),
});
export type CauseBody = z.output<typeof causeBody>;

const storedEvent = z.object({ id: z.string(), at: z.number().int(), body: causeBody });
type StoredEvent = z.output<typeof storedEvent>;

export type CausedEvent = {
  id: string;
  asset: StoryAsset;
  isMarketWide: boolean;
  /** Signed fraction of the price. */
  size: number;
  items: WireItem[];
};

export class CausedEvents {
  readonly #path: string;
  readonly #items: WireItem[] = [];
  #newestAt: number | undefined;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
    for (const one of readStored(path)) this.#keep(one.at, madeOf(one));
  }

  /** Unix milliseconds; undefined before the first event. */
  get newestAt(): number | undefined {
    return this.#newestAt;
  }

  get count(): number {
    return this.#count;
  }

  /** Also those that are not due yet, in no order. */
  get items(): readonly WireItem[] {
    return this.#items;
  }

  /** @throws INVALID_FIELD for a direction that the kind does not have */
  cause(body: CauseBody, at: number): CausedEvent {
    const one = { id: randomBytes(8).toString("hex"), at, body };
    const event = madeOf(one);
    mkdirSync(dirname(this.#path), { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify(one)}\n`);
    this.#keep(at, event);
    return event;
  }

  #keep(at: number, { items }: CausedEvent): void {
    this.#items.push(...items);
    this.#newestAt = Math.max(at, this.#newestAt ?? at);
    this.#count += 1;
  }
}

/** The same id gives the same texts after a restart. */
function madeOf({ id, at, body }: StoredEvent): CausedEvent {
  const kind = kindOf(body.kind, body.direction);
  const asset = [...TRADED, ...OTHERS].find(({ ticker }) => ticker === body.asset);
  if (kind === undefined || asset === undefined) {
    throw new ServiceError("INVALID_FIELD", {
      field: "direction",
      reason: `no event of kind ${body.kind} has it`,
    });
  }
  const { type, direction } = kind;
  const isMarketWide = type === "macro";
  const assets = isMarketWide ? [] : [asset.ticker];
  const event: StoryEvent = { id, type, direction, assets, at, isTrue: true };
  const options = { random: Random.fromSeed(id), isDevelopment: false };
  const write = reporter(
    { event, kind, headlines: pick(kind.matters, options.random), asset },
    options,
  );
  const items: WireItem[] = [];
  for (const [voice, seconds] of [body.report_after_seconds, body.second_after_seconds].entries()) {
    if (seconds === null || body.report_after_seconds === null) continue;
    const text = write.report(VOICES[voice] ?? VOICES[0], at + Math.round(seconds * SECOND_MS));
    items.push(wireItemOf(text));
  }
  const size = (direction === "negative" ? -body.size_percent : body.size_percent) / 100;
  return { id, asset, isMarketWide, size, items };
}

/** What a publisher serves of an item: without what only the evaluation may know. */
export function wireItemOf(item: WireItem): WireItem {
  const { id, publisher, publishedAt, headline, summary } = item;
  return { id, publisher, publishedAt, headline, summary };
}

/** Lines that a crash cut off, or that an older version wrote, are left out. */
function readStored(path: string): StoredEvent[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        const parsed = storedEvent.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        return [];
      }
    });
}
