/**
 * The state of a source in the form that the API shows. It is separate from the reader, whose parser
 * thread no page may load.
 */
import {
  NEWS_SOURCE_ERRORS,
  type NewsSourceError,
  type NewsSourceState,
} from "#lib/protocol/market-knowledge.ts";
import type { SourceState } from "./states.ts";

type PublicState = {
  name: string;
  publisher: string;
  simulated: boolean;
  state: NewsSourceState;
  last_read_at: string | null;
  last_item_at: string | null;
  error: NewsSourceError | null;
  http_status: number | null;
};

/** @param silentMs a source without a new item for this long is silent */
export function publicState(stored: SourceState, now: number, silentMs: number): PublicState {
  const { name, publisher, simulated, lastReadAt, lastItemAt } = stored;
  return {
    name,
    publisher,
    simulated,
    state: stateOf(stored, now - silentMs),
    last_read_at: lastReadAt?.toISOString() ?? null,
    last_item_at: lastItemAt?.toISOString() ?? null,
    ...publicError(stored.error),
  };
}

function stateOf(
  { failures, lastReadAt, lastItemAt }: SourceState,
  since: number,
): NewsSourceState {
  if (failures > 0) return "failing";
  if (lastReadAt === null) return "waiting";
  return lastItemAt !== null && lastItemAt.getTime() > since ? "fresh" : "silent";
}

/** Unknown codes, stored by another version of the reader, are not shown. */
function publicError(stored: string | null): Pick<PublicState, "error" | "http_status"> {
  const [code, status] = stored?.split(" ") ?? [];
  return {
    error: NEWS_SOURCE_ERRORS.find((known) => known === code) ?? null,
    http_status: status === undefined || code !== "http_status" ? null : Number(status),
  };
}
