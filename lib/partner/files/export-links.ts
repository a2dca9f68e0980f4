/** All links of the partner as a CSV file, with what each brought in the range. */
import "server-only";
import { beginLinks, linksOf } from "#lib/partner/links/read-links.ts";
import { CSV_TYPE } from "#lib/platform/downloads/csv-cells.ts";
import { type Column, csvOfPages, figure, text } from "#lib/platform/downloads/csv-pages.ts";
import type { PartnerLink } from "#lib/protocol/wire/partner.ts";
import { figureColumns } from "./_csv-rows.ts";
import { partnerFile } from "./_partner-file.ts";

type Call = Parameters<typeof beginLinks>[0] & { input: { request: Request } };

const COLUMNS: readonly Column<PartnerLink>[] = [
  text("code", ({ code }) => code),
  text("name", ({ name }) => name),
  text("url", ({ url }) => url),
  text("created_at", (row) => row.created_at),
  figure("clicks", ({ clicks }) => clicks),
  figure("sign_ups", (row) => row.sign_ups),
  figure("traders", ({ traders }) => traders),
  figure("conversion", ({ conversion }) => conversion),
  ...figureColumns<PartnerLink>("", ({ figures }) => figures),
];

/** @throws as {@link beginLinks}, and RATE_LIMITED while another file of the partner is being produced */
export async function exportLinks(call: Call): Promise<Response> {
  const read = await beginLinks(call);
  return partnerFile({
    actor: call.ctx.actor,
    request: call.input.request,
    snapshot: read.snapshot,
    range: read.range,
    kind: "links",
    extension: "csv",
    type: CSV_TYPE,
    make: (signal) =>
      csvOfPages(COLUMNS, async () => ({ ...(await linksOf(read)), next: null }), signal),
  });
}
