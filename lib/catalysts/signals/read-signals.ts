/** Signals for the public API, newest first. They are never sent as pushes. */
import "server-only";
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { signalCursors, signalEvents, signals } from "#lib/catalysts/schema/signals.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Signal, SignalList, SignalListQuery } from "#lib/protocol/wire/signals.ts";
import { isoOf, toSignal } from "./signal-record.ts";
import { SIGNALS_CURSOR } from "./store-signals.ts";

type Query = z.output<typeof SignalListQuery>;

/** A cursor that names no signal gives an empty page. */
export async function readSignals({ input }: { input: { query: Query } }): Promise<SignalList> {
  const { query } = input;
  const db = await database();
  const rows = await db
    .select({ signal: signals, ended: signalEvents })
    .from(signals)
    .leftJoin(signalEvents, eq(signalEvents.signalId, signals.id))
    .where(and(...conditionsOf(query)))
    .orderBy(desc(signals.minute), desc(signals.id))
    .limit(query.limit + 1);
  const results = rows.slice(0, query.limit).map(({ signal, ended }) => toSignal(signal, ended));
  return {
    judged_until: await readJudgedUntil(db),
    results,
    next: rows.length > query.limit ? (results.at(-1)?.id ?? null) : null,
  };
}

/** @throws SIGNAL_NOT_FOUND */
export async function readSignal({
  input,
}: {
  input: { params: { id: string } };
}): Promise<Signal> {
  const db = await database();
  const [row] = await db
    .select({ signal: signals, ended: signalEvents })
    .from(signals)
    .leftJoin(signalEvents, eq(signalEvents.signalId, signals.id))
    .where(eq(signals.id, input.params.id));
  if (row === undefined) throw new ServiceError("SIGNAL_NOT_FOUND");
  return toSignal(row.signal, row.ended);
}

/** ISO 8601; null before the first start. */
export async function readJudgedUntil(db: Pick<Database, "select">): Promise<string | null> {
  const [cursor] = await db
    .select()
    .from(signalCursors)
    .where(eq(signalCursors.name, SIGNALS_CURSOR));
  return cursor === undefined ? null : isoOf(cursor.minute);
}

function conditionsOf({ market, state, rule, shadow, from, to, cursor }: Query): SQL[] {
  const wanted: (SQL | undefined)[] = [
    market === undefined ? undefined : eq(signals.market, market),
    rule === undefined ? undefined : eq(signals.rule, rule),
    shadow === undefined ? undefined : eq(signals.shadow, shadow),
    from === undefined ? undefined : gte(signals.minute, Date.parse(from)),
    to === undefined ? undefined : lt(signals.minute, Date.parse(to)),
    state === undefined ? undefined : stateIs(state),
    cursor === undefined
      ? undefined
      : sql`(${signals.minute}, ${signals.id}) < (
          SELECT last.minute, last.id FROM ${signals} AS last WHERE last.id = ${cursor})`,
  ];
  return wanted.filter((one) => one !== undefined);
}

function stateIs(state: NonNullable<Query["state"]>): SQL {
  if (state === "active") return isNull(signalEvents.signalId);
  return state === "ended" ? isNotNull(signalEvents.signalId) : eq(signalEvents.kind, state);
}
