/** A partner's statement of a time range as a verifiable file: docs/api/partner.md. */
import "server-only";
import { z } from "zod";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import { openPayee } from "#lib/partner/profile/payee.ts";
import { rangeParameters, snapshotParameters } from "#lib/partner/reads/query.ts";
import { rangeOf } from "#lib/partner/reads/range.ts";
import { takeSnapshot } from "#lib/partner/reads/snapshot.ts";
import { spanOf } from "#lib/partner/reads/span.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { CSV_TYPE } from "#lib/platform/downloads/csv-cells.ts";
import { STATEMENT_FORMATS } from "#lib/protocol/partner/enumerations.ts";
import { partnerDocument, partnerFile } from "./_partner-file.ts";
import { statementCsv } from "./_statement-csv.ts";
import { type StatementRead, statementFacts } from "./_statement-facts.ts";
import { statementJson } from "./_statement-json.ts";
import { statementPdf } from "./_statement-pdf.ts";
import { STATEMENT_LANGUAGES } from "./_statement-texts.ts";

export const StatementQuery = z.strictObject({
  ...snapshotParameters,
  ...rangeParameters,
  format: z.enum(STATEMENT_FORMATS).default("json"),
  /** Of the PDF; without Arabic letters in its fonts `ar` is English. */
  lang: z.enum(STATEMENT_LANGUAGES).default("en"),
});

type Call = {
  ctx: { actor: OwnerActor; now: number };
  input: { query: z.output<typeof StatementQuery>; request: Request };
};

/** @throws NOT_A_PARTNER, INVALID_FIELD, MALFORMED_QUERY, RATE_LIMITED while another file of the partner is being produced */
export async function readStatementFile({ ctx, input }: Call): Promise<Response> {
  const { actor, now } = ctx;
  const { query, request } = input;
  const read = await beginStatement({ actor, query, now });
  const { snapshot, range } = read;
  const { format } = query;
  const file = { actor, request, snapshot, range, kind: "statement", extension: format };
  if (format === "pdf") {
    const { partner } = await requirePartner(actor);
    const paper = { language: query.lang, payee: openPayee(partner) };
    const make = async () => statementPdf(read, await statementFacts(read), paper);
    return partnerDocument({ ...file, type: "application/pdf", make });
  }
  const facts = await statementFacts(read);
  if (format === "csv") {
    const make = (signal: AbortSignal) => statementCsv(read, facts, signal);
    return partnerFile({ ...file, type: CSV_TYPE, make });
  }
  const make = (signal: AbortSignal) => statementJson(read, facts, signal);
  return partnerFile({ ...file, type: "application/json; charset=utf-8", make });
}

async function beginStatement({
  actor,
  query,
  now,
}: {
  actor: OwnerActor;
  query: z.output<typeof StatementQuery>;
  now: number;
}): Promise<StatementRead> {
  const { db, partner } = await requirePartner(actor);
  const snapshot = await takeSnapshot(db, { partnerId: partner.id, query, now });
  const range = rangeOf(query, snapshot);
  const span = await spanOf(db, snapshot, range);
  const { id, code } = partner;
  return { db, partner: { id, code }, snapshot, range, tz: query.tz, span };
}
