/** Releases that a person puts into the calendar, moves, cancels and revises. They are kept in a file, so a restart goes on. */

import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { SECOND_MS } from "#lib/protocol/durations.ts";
import { CALENDAR_KINDS } from "#lib/protocol/market-knowledge.ts";
import type { SampleItem } from "./sample-item.ts";

/** The newest ones stay: the documents are read by a parser with a limit. */
const MAX_ITEMS = 500;
const MAX_SECONDS = 30 * 86_400;

const number = z.string().regex(/^-?\d{1,12}(?:\.\d{1,6})?$/);
const seconds = z.number().min(0).max(MAX_SECONDS);

/** `POST /calendar/items` */
export const causeItemBody = z.strictObject({
  kind: z.enum(CALENDAR_KINDS),
  title: z.string().min(1).max(150).optional(),
  in_seconds: seconds.default(60),
  unit: z.string().min(1).max(20).optional(),
  forecast: number.optional(),
  previous: number.optional(),
  actual: number.optional(),
  /** From its time on; null: the number never comes. */
  print_after_seconds: seconds.nullable().default(0),
});
export type CauseItemBody = z.output<typeof causeItemBody>;

/** `POST /calendar/items/{id}` */
export const changeItemBody = z.strictObject({
  /** From now on. */
  in_seconds: seconds.optional(),
  cancelled: z.boolean().optional(),
  forecast: number.optional(),
  /** Published at once when the time has passed. */
  actual: number.optional(),
});
export type ChangeItemBody = z.output<typeof changeItemBody>;

const storedItem = z.union([
  z.object({ id: z.string(), at: z.number().int(), body: causeItemBody }),
  z.object({ id: z.string(), at: z.number().int(), change: changeItemBody }),
]);
type StoredItem = z.output<typeof storedItem>;

export class CausedItems {
  readonly #path: string;
  readonly #items = new Map<string, SampleItem>();

  constructor(path: string) {
    this.#path = path;
    for (const one of readStored(path)) this.#take(one);
  }

  get items(): readonly SampleItem[] {
    return [...this.#items.values()];
  }

  cause(body: CauseItemBody, at: number): SampleItem {
    const id = randomBytes(8).toString("hex");
    return this.#keep({ id, at, body });
  }

  /** @throws NOT_FOUND */
  change(id: string, change: ChangeItemBody, at: number): SampleItem {
    if (!this.#items.has(id)) throw new ServiceError("NOT_FOUND");
    return this.#keep({ id, at, change });
  }

  #keep(one: StoredItem): SampleItem {
    const item = this.#take(one);
    if (item === undefined) throw new ServiceError("NOT_FOUND");
    mkdirSync(dirname(this.#path), { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify(one)}\n`);
    return item;
  }

  #take(one: StoredItem): SampleItem | undefined {
    const before = this.#items.get(one.id);
    const item = "body" in one ? madeOf(one) : before && changed(before, one);
    if (item === undefined) return undefined;
    this.#items.set(one.id, item);
    const [oldest] = this.#items.keys();
    if (this.#items.size > MAX_ITEMS && oldest !== undefined) this.#items.delete(oldest);
    return item;
  }
}

function madeOf({ id, at, body }: Extract<StoredItem, { body: unknown }>): SampleItem {
  const due = at + Math.round(body.in_seconds * SECOND_MS);
  const { print_after_seconds: delay } = body;
  return {
    id,
    kind: body.kind,
    title: `Sample: ${body.title ?? `${body.kind.replaceAll("_", " ").toUpperCase()} release`}`,
    country: "US",
    at: due,
    isDay: false,
    period: null,
    unit: body.unit ?? null,
    forecast: body.forecast ?? null,
    previous: body.previous ?? null,
    actual: body.actual ?? null,
    printsAt: delay === null ? null : due + Math.round(delay * SECOND_MS),
    isCancelled: false,
  };
}

function changed(
  before: SampleItem,
  { at, change }: Extract<StoredItem, { change: unknown }>,
): SampleItem {
  const due =
    change.in_seconds === undefined ? before.at : at + Math.round(change.in_seconds * SECOND_MS);
  const moved = before.printsAt === null ? null : before.printsAt + due - before.at;
  return {
    ...before,
    at: due,
    printsAt: change.actual === undefined ? moved : Math.max(at, due),
    isCancelled: change.cancelled ?? before.isCancelled,
    forecast: change.forecast ?? before.forecast,
    actual: change.actual ?? before.actual,
  };
}

/** Lines that a crash cut off, or that an older version wrote, are left out. */
function readStored(path: string): StoredItem[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        const parsed = storedItem.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        return [];
      }
    });
}
