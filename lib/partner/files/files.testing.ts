/** For tests of partner files: a history and its requests. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { TestPartner } from "#lib/partner/partner.testing.ts";
import { rangeOf } from "#lib/partner/reads/range.ts";
import { SummaryQuery } from "#lib/partner/reads/read-summary.ts";
import { takeSnapshot } from "#lib/partner/reads/snapshot.ts";
import { spanOf } from "#lib/partner/reads/span.ts";
import { beginHistory, step } from "#lib/partner/testing/history.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { PartnerStatementFile } from "#lib/protocol/wire/partner.ts";
import { statementFacts } from "./_statement-facts.ts";
import { statementPdf } from "./_statement-pdf.ts";
import { readStatementFile, StatementQuery } from "./statement-file.ts";

export type Given = Record<string, string>;

/** A request that is never aborted. */
export const request = (): Request => new Request("http://localhost:3000/api/v1/partner");

export type Past = { partners: TestPartner[]; now: number };

const START = Date.UTC(2024, 0, 1);

/** Four partners, the last one without referrals. */
export async function makePast(db: Database, operations: number, seed = 7): Promise<Past> {
  const history = await beginHistory({ db, seed, operations, start: START, years: 2 });
  while (history.operations < operations) await step(history);
  return { partners: history.sides.map(({ partner }) => partner), now: history.now };
}

type Who = { actor: SessionActor; now: number };

export function askStatement({ actor, now }: Who, given: Given): Promise<Response> {
  const query = StatementQuery.parse(given);
  return readStatementFile({ ctx: { actor, now }, input: { query, request: request() } });
}

export async function statementText(who: Who, given: Given): Promise<string> {
  return (await askStatement(who, given)).text();
}

/** Lines without their ends; each has one. */
export function linesIn(text: string): string[] {
  const lines = text.split("\r\n");
  if (lines.pop() !== "") throw new Error("The last line has no end.");
  return lines;
}

export type Verified = {
  first: number;
  seq: number;
  hash: string;
  rows: number;
  recomputed: number;
  signature: string | undefined;
};

type Verifier = {
  verify: (lines: Iterable<string>, head?: string) => Promise<Verified>;
  linesOf: (statement: PartnerStatementFile) => string[];
  compare: (statement: PartnerStatementFile, found: Verified) => void;
  signedBy: (
    jws: string | undefined,
    keys: object,
  ) => { claims: Record<string, unknown>; kid: string };
};

export const VERIFIER = resolve("public/verify-statement.mjs");

export async function verifier(): Promise<Verifier> {
  return (await import(pathToFileURL(VERIFIER).href)) as Verifier;
}

/** The texts of a statement's English PDF file, in order, without marks between thousands. `given`: its range and snapshot. */
export async function paperTexts(
  db: Database,
  { partner: { id, code }, now }: { partner: TestPartner; now: number },
  { as_of, as_of_seq, ...given }: Given,
): Promise<string[]> {
  const parameters = { ...(as_of && { as_of }), ...(as_of_seq && { as_of_seq }) };
  const query = SummaryQuery.parse(parameters);
  const snapshot = await takeSnapshot(db, { partnerId: id, query, now });
  const tz = given["tz"] ?? "UTC";
  const range = rangeOf({ ...given, tz }, snapshot);
  const span = await spanOf(db, snapshot, range);
  const read = { db, partner: { id, code }, snapshot, range, tz, span };
  const paper = { language: "en", payee: null, compress: false } as const;
  const texts = textsIn(await statementPdf(read, await statementFacts(read), paper));
  return texts.map((text) => text.replaceAll(/(?<=\d),(?=\d{3})/g, ""));
}

/** The texts of a page in order. The file has letters as hexadecimal bytes with kerning between them. */
export function textsIn(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString("latin1");
  return [...file.matchAll(/\[([^\]]*)\] TJ/g)].map(([, shown = ""]) =>
    [...shown.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
      .join(""),
  );
}
