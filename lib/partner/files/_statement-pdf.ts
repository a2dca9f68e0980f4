/** A statement as PDF: its sums in full precision, and how to verify its rows, which are in the CSV file. */
import "server-only";
import { earningText, feeText } from "#lib/partner/ledger/figures.ts";
import { ReferralsQuery, referralsAfter } from "#lib/partner/reads/read-referrals.ts";
import { settlementsBefore } from "#lib/partner/reads/read-settlements.ts";
import { config } from "#lib/platform/config/config.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS, FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type {
  Figures,
  Payee,
  Referral,
  Settlement,
  StatementEdge,
} from "#lib/protocol/wire/partner.ts";
import { type Column, FAINT, type Row, Sheet } from "./_pdf-sheet.ts";
import type { StatementFacts, StatementRead } from "./_statement-facts.ts";
import { localTime, periodText } from "./_statement-period.ts";
import {
  amountIn,
  type StatementLanguage,
  type StatementTexts,
  statementTexts,
} from "./_statement-texts.ts";

/** Maximum rows of a table in the PDF; the other files have all rows. */
const MAX_REFERRALS = 200;
const MAX_SETTLEMENTS = 200;

export type PaperTerms = {
  language: StatementLanguage;
  /** Null prints none. */
  payee: Payee | null;
  /** False leaves the text readable, for tests. */
  compress?: boolean;
};

export async function statementPdf(
  read: StatementRead,
  facts: StatementFacts,
  { language, payee, compress = true }: PaperTerms,
): Promise<Uint8Array<ArrayBuffer>> {
  const { db, snapshot, range } = read;
  const query = ReferralsQuery.parse({ sort: "earned" });
  const referred = await referralsAfter(
    { db, snapshot, range, query },
    { limit: MAX_REFERRALS, cursor: undefined },
  );
  const settled = await settlementsBefore(
    { db, snapshot, range, settlementId: undefined },
    { limit: MAX_SETTLEMENTS, cursor: undefined },
  );
  const { partner, as_of: asOf, ledger_seq: seq } = facts;
  const text = statementTexts(language);
  const made = { title: `${text.title}, ${partner.code}`, at: asOf, compress, text };
  return documentOf(made, async (sheet) => {
    const paper = { sheet, text };
    head(paper, facts, { asOf: read.snapshot.asOf, payee });
    await balances(paper, facts);
    await products(paper, facts);
    await referrals(paper, facts, referred);
    await settlements(paper, facts, settled);
    chain(paper, facts);
    sheet.foot(text.foot(partner.code, seq, asOf), text.page);
  });
}

/** Where, and in which language. */
type Paper = { sheet: Sheet; text: StatementTexts };

type Made = { title: string; at: string; compress: boolean; text: StatementTexts };

/** Loaded with the first statement, because most processes never produce one. */
async function documentOf(
  { title, at, compress, text }: Made,
  draw: (sheet: Sheet) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    bufferPages: true,
    compress,
    lang: text.lang,
    displayTitle: true,
    pdfVersion: "1.7",
    // The snapshot's time, so that the same snapshot gives the same file.
    info: { Title: title, Author: "svc", CreationDate: new Date(at) },
  });
  const parts: Uint8Array[] = [];
  const complete = new Promise<void>((resolve, reject) => {
    doc.on("data", (part: Uint8Array) => parts.push(part));
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  await draw(new Sheet(doc, text.marks.point));
  doc.end();
  await complete;
  return Uint8Array.from(Buffer.concat(parts));
}

function head(
  { sheet, text }: Paper,
  facts: StatementFacts,
  { asOf, payee }: { asOf: number; payee: Payee | null },
): void {
  const { partner, now, ledger_seq: seq, tz, opening, closing } = facts;
  sheet.title("svc", text.title);
  const rows =
    closing.seq === opening.seq ? text.noRows : text.rowsOf(opening.seq + 1, closing.seq);
  sheet.facts([
    ...payeeFacts(text, payee),
    [text.partner, `${partner.code}   (${partner.id})`],
    [text.period, periodText(facts)],
    [text.rows, rows],
    [text.snapshot, text.snapshotAt(localTime(asOf, tz), tz, seq)],
    [text.level, text.levelOf(now.level, now.share_percent, amountIn(text, now.referred_fees_30d))],
  ]);
  if (facts.simulated) sheet.notice(text.simulated);
}

/** Each line of an address is a line of its own. */
function payeeFacts(text: StatementTexts, payee: Payee | null): [string, string][] {
  if (payee === null) return [];
  const { name, address, tax_id: taxId } = payee;
  return [
    [text.payee, name],
    ...address.map((line): [string, string] => ["", line]),
    ...(taxId === "" ? [] : [[text.taxId, taxId] as [string, string]]),
  ];
}

const AMOUNT = { width: 126, align: "point" } as const;

async function balances(
  { sheet, text }: Paper,
  { opening, closing }: StatementFacts,
): Promise<void> {
  sheet.heading(text.balances, 120);
  const shown = (exact: string) => amountIn(text, exact);
  const columns: Column[] = [
    { title: "", width: 121, align: "left" },
    { title: text.opening, ...AMOUNT },
    { title: text.change, ...AMOUNT },
    { title: text.closing, ...AMOUNT },
  ];
  const row = (name: string, key: keyof StatementEdge["balances"], tone?: Row["tone"]): Row => {
    const [from, to] = [opening.balances[key], closing.balances[key]];
    const change = earningText(earningUnits(to) - earningUnits(from));
    return {
      cells: [name, shown(from), shown(change), shown(to)],
      ...(tone !== undefined && { tone }),
    };
  };
  await sheet.table(columns, [
    row(text.accrued, "accrued", "total"),
    row(text.paid, "settled"),
    row(text.inTransit, "in_transit"),
    row(text.pending, "pending"),
  ]);
  const { accrued, settled, in_transit: inTransit, pending } = closing.balances;
  sheet.paragraph(text.sum(shown(accrued), shown(settled), shown(inTransit), shown(pending)), {
    color: FAINT,
  });
}

function figureColumns(text: StatementTexts): Column[] {
  return [
    { title: text.fees, width: 120, align: "point" },
    { title: text.earned, width: 130, align: "point" },
    { title: text.counted, width: 79, align: "right" },
  ];
}

function figureCells(text: StatementTexts, { fees, earned, count }: Figures): string[] {
  return [fees, earned, count.toString()].map((exact) => amountIn(text, exact));
}

async function products({ sheet, text }: Paper, { totals }: StatementFacts): Promise<void> {
  sheet.heading(text.byProduct, 110);
  const rows: Row[] = totals.by_product.flatMap(({ product, ...figures }) => {
    const row = { cells: [text[product], ...figureCells(text, figures)] };
    if (product !== "perp") return [row];
    return [row, { cells: [text.copy, ...figureCells(text, totals.copy)], tone: "faint" as const }];
  });
  const total: Row = { cells: [text.total, ...figureCells(text, totals)], tone: "total" };
  await sheet.table(
    [{ title: "", width: 170, align: "left" }, ...figureColumns(text)],
    [...rows, total],
  );
}

async function referrals(
  { sheet, text }: Paper,
  { totals }: StatementFacts,
  { results, next }: { results: Referral[]; next: string | null },
): Promise<void> {
  sheet.heading(text.byReferral);
  const active = results.filter(({ figures }) => figures.count !== 0 || figures.earned !== "0");
  if (active.length === 0) {
    sheet.paragraph(text.noFee, { color: FAINT });
    return;
  }
  const rows: Row[] = active.map(({ id, figures }) => ({
    cells: [id, ...figureCells(text, figures)],
  }));
  const others: Row[] =
    next === null
      ? []
      : [{ cells: [text.others, ...figureCells(text, without(totals, active))], tone: "faint" }];
  const total: Row = { cells: [text.total, ...figureCells(text, totals)], tone: "total" };
  await sheet.table(
    [{ title: text.referral, width: 170, align: "left", mono: true }, ...figureColumns(text)],
    [...rows, ...others, total],
  );
}

/** The sum of the omitted rows. */
function without(whole: Figures, parts: readonly Referral[]): Figures {
  const rest = parts.reduce(
    ({ fees, earned, count }, { figures }) => ({
      fees: fees - feeUnits(figures.fees),
      earned: earned - earningUnits(figures.earned),
      count: count - figures.count,
    }),
    { fees: feeUnits(whole.fees), earned: earningUnits(whole.earned), count: whole.count },
  );
  return { fees: feeText(rest.fees), earned: earningText(rest.earned), count: rest.count };
}

async function settlements(
  { sheet, text }: Paper,
  { totals, tz }: StatementFacts,
  { results, next }: { results: Settlement[]; next: string | null },
): Promise<void> {
  sheet.heading(text.payouts);
  if (results.length === 0) {
    sheet.paragraph(text.none, { color: FAINT });
  } else {
    await sheet.table(
      [
        { title: text.created, width: 130, align: "left" },
        { title: text.payout, width: 170, align: "left", mono: true },
        { title: text.state, width: 79, align: "left" },
        { title: text.amount, width: 120, align: "point" },
      ],
      results.map((one) => settlementRow(text, one, tz)),
    );
  }
  if (next !== null)
    sheet.paragraph(text.newest(MAX_SETTLEMENTS), {
      color: FAINT,
    });
  sheet.paragraph(
    text.moved(
      amountIn(text, totals.settlements),
      amountIn(text, totals.payments),
      amountIn(text, totals.returns),
    ),
    { color: FAINT },
  );
}

function settlementRow(text: StatementTexts, one: Settlement, tz: string): Row {
  const { id, state, amount, recipient, network, signature, slot } = one;
  const notes = [
    text.to(recipient, network) +
      (slot === null ? "" : text.slot(slot)) +
      (one.simulated ? text.isSimulated : ""),
    ...(signature === null ? [] : [signature]),
  ];
  return {
    cells: [
      localTime(Date.parse(one.created_at), tz),
      id,
      text.states[state],
      amountIn(text, amount),
    ],
    notes,
  };
}

function chain({ sheet, text }: Paper, facts: StatementFacts): void {
  const { opening, closing, now, ledger_seq: seq, signature } = facts;
  sheet.heading(text.chain, 190);
  sheet.paragraph(text.chainText);
  hash(sheet, text.before(opening.seq), opening.hash);
  hash(sheet, text.end(closing.seq), closing.hash);
  hash(sheet, text.head(seq), now.head_hash);
  const { baseUrl } = config();
  sheet.heading(text.check, 90);
  sheet.paragraph(text.download);
  sheet.code(`curl -O ${baseUrl}/verify-statement.mjs`);
  sheet.code("node verify-statement.mjs STATEMENT.csv \\");
  sheet.code(`  --keys ${baseUrl}/api/public/partner/statement-keys \\`);
  sheet.code(`  --head ${closing.hash}`);
  sheet.paragraph(text.checks);
  sheet.paragraph(text.unsigned, { gap: 3 });
  for (const line of signature.match(/.{1,112}/g) ?? []) sheet.code(line, 7);
}

/** The hash in full, for copying, and in groups, for comparing by eye. */
function hash(sheet: Sheet, name: string, value: string): void {
  sheet.paragraph(name, { color: FAINT, gap: 1 });
  sheet.code(value);
  sheet.code(value.match(/.{8}/g)?.join(" ") ?? "", 7.5);
  sheet.gap(4);
}

function earningUnits(text: string): bigint {
  return units(text, EARNING_DECIMALS);
}

function feeUnits(text: string): bigint {
  return units(text, FEE_DECIMALS);
}

function units(text: string, decimals: number): bigint {
  const parsed = parseSigned(text, decimals);
  if (parsed === undefined) throw new Error(`${text} is no amount.`);
  return parsed;
}
