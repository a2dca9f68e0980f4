/** The messages between the main thread and the PGlite worker. */
import type { RawRequest, RawResult } from "./_pglite-engine.ts";

export type ToWorker =
  | { kind: "execute"; id: number; request: RawRequest }
  | { kind: "close"; id: number };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; message: string }
  | { kind: "result"; id: number; results: RawResult[] }
  | { kind: "error"; id: number; error: RawError }
  | { kind: "closed"; id: number };

/** A Postgres error as plain data; `fields` are those of the protocol's error message. */
export type RawError = { message: string; fields: Record<string, string> };

const ERROR_FIELDS = [
  "severity",
  "code",
  "detail",
  "hint",
  "position",
  "internalPosition",
  "internalQuery",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "file",
  "line",
  "routine",
] as const;

/** Takes the protocol's fields and leaves out the query and its parameters, which may hold secrets. */
export function toRawError(thrown: unknown): RawError {
  if (!(thrown instanceof Error)) return { message: String(thrown), fields: {} };
  const fields: Record<string, string> = {};
  for (const name of ERROR_FIELDS) {
    const value: unknown = Reflect.get(thrown, name);
    if (typeof value === "string") fields[name] = value;
  }
  return { message: thrown.message, fields };
}
