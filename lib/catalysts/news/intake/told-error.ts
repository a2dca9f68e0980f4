/** Why a source could not be read, as it is told. Apart from what reads: its parser is a thread, which no page may load. */
import { NEWS_SOURCE_ERRORS, type NewsSourceError } from "#lib/protocol/enumerations.ts";

/** What was stored by a reader that has other codes is not told. */
export function toldError(stored: string | null): {
  error: NewsSourceError | null;
  http_status: number | null;
} {
  const [code, status] = stored?.split(" ") ?? [];
  return {
    error: NEWS_SOURCE_ERRORS.find((known) => known === code) ?? null,
    http_status: status === undefined || code !== "http_status" ? null : Number(status),
  };
}
