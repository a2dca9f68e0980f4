/** All settlements of the range as a CSV file, newest first. */
import "server-only";
import { beginSettlements, settlementsBefore } from "#lib/partner/reads/read-settlements.ts";
import { CSV_TYPE } from "#lib/platform/downloads/csv-cells.ts";
import { type Column, csvOfPages, figure, text } from "#lib/platform/downloads/csv-pages.ts";
import type { Settlement } from "#lib/protocol/wire/partner.ts";
import { partnerFile } from "./_partner-file.ts";

const PAGE_SETTLEMENTS = 1_000;

type Call = Parameters<typeof beginSettlements>[0] & { input: { request: Request } };

const COLUMNS: readonly Column<Settlement>[] = [
  text("id", ({ id }) => id),
  text("created_at", (row) => row.created_at),
  text("period_end", (row) => row.period_end),
  figure("amount", ({ amount }) => amount),
  text("state", ({ state }) => state),
  text("network", ({ network }) => network),
  text("mint", ({ mint }) => mint),
  text("recipient", ({ recipient }) => recipient),
  text("signature", ({ signature }) => signature),
  figure("slot", ({ slot }) => slot),
  text("submitted_at", (row) => row.submitted_at),
  text("ended_at", (row) => row.ended_at),
  text("failure", ({ failure }) => failure),
  text("explorer_url", (row) => row.explorer_url),
  text("simulated", ({ simulated }) => simulated),
];

/** @throws as {@link beginSettlements}, and RATE_LIMITED while another file of the partner is being produced */
export async function exportSettlements(call: Call): Promise<Response> {
  const read = await beginSettlements(call);
  const page = (cursor: string | undefined) =>
    settlementsBefore(read, { limit: PAGE_SETTLEMENTS, cursor });
  return partnerFile({
    actor: call.ctx.actor,
    request: call.input.request,
    snapshot: read.snapshot,
    range: read.range,
    kind: "settlements",
    extension: "csv",
    type: CSV_TYPE,
    make: (signal) => csvOfPages(COLUMNS, page, signal),
  });
}
