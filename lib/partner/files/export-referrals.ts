/** All referrals of the partner as a CSV file, in the order of the JSON answers. */
import "server-only";
import { beginReferrals, referralsAfter } from "#lib/partner/reads/read-referrals.ts";
import { CSV_TYPE } from "#lib/platform/downloads/csv-cells.ts";
import { type Column, csvOfPages, text } from "#lib/platform/downloads/csv-pages.ts";
import { REFERRAL_TAGS } from "#lib/protocol/partner/referral-tags.ts";
import type { Referral } from "#lib/protocol/wire/partner.ts";
import { figureColumns, splitColumns } from "./_csv-rows.ts";
import { partnerFile } from "./_partner-file.ts";

/** Rows of a page. Sorted by earnings, or without statistics, each page reads all referrals again, so pages are large. */
const PAGE_ROWS = 2_000;

type Call = Parameters<typeof beginReferrals>[0] & { input: { request: Request } };

const COLUMNS: readonly Column<Referral>[] = [
  text("id", ({ id }) => id),
  // Separated by spaces, which no wallet contains.
  text("wallets", ({ wallets }) => wallets.join(" ")),
  text("joined_at", (row) => row.joined_at),
  text("discount", ({ discount }) => discount),
  text("last_fee_at", (row) => row.last_fee_at),
  ...figureColumns<Referral>("", ({ figures }) => figures),
  ...splitColumns<Referral>(),
  ...figureColumns<Referral>("total_", ({ total }) => total),
  text("simulated", ({ simulated }) => simulated),
  text("review", ({ review }) => review),
  text("alias", ({ alias }) => alias),
  text("note", ({ note }) => note),
  text("link", ({ link }) => link),
  text("via", ({ via }) => via),
  ...REFERRAL_TAGS.map((name) => text<Referral>(name, ({ tags }) => tags[name])),
];

/** @throws as {@link beginReferrals}, and RATE_LIMITED while another file of the partner is being produced */
export async function exportReferrals(call: Call): Promise<Response> {
  const read = await beginReferrals(call);
  const page = (cursor: string | undefined) => referralsAfter(read, { limit: PAGE_ROWS, cursor });
  return partnerFile({
    actor: call.ctx.actor,
    request: call.input.request,
    snapshot: read.snapshot,
    range: read.range,
    kind: "referrals",
    extension: "csv",
    type: CSV_TYPE,
    make: (signal) => csvOfPages(COLUMNS, page, signal),
  });
}
