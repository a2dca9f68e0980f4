/** A statement as PDF: its sums in full precision, and how to verify its rows, which are in the CSV file. */
import "server-only";
import { earningText, feeText } from "#lib/partner/ledger/figures.ts";
import { ReferralsQuery, referralsAfter } from "#lib/partner/reads/read-referrals.ts";
import { settlementsBefore } from "#lib/partner/reads/read-settlements.ts";
import { config } from "#lib/platform/config/config.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS, FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { Figures, Referral, Settlement, StatementEdge } from "#lib/protocol/wire/partner.ts";
import { type Column, FAINT, type Row, Sheet } from "./_pdf-sheet.ts";
import type { StatementFacts, StatementRead } from "./_statement-facts.ts";
import { localTime, periodText } from "./_statement-period.ts";

/** Maximum rows of a table in the PDF; the other files have all rows. */
const MAX_REFERRALS = 200;
const MAX_SETTLEMENTS = 200;

/** `compress`: false leaves the text readable, for tests. */
export async function statementPdf(
  read: StatementRead,
  facts: StatementFacts,
  { compress }: { compress: boolean } = { compress: true },
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
  return documentOf(
    { title: `Partner statement, ${partner.code}`, at: asOf, compress },
    async (sheet) => {
      head(sheet, facts, read.snapshot.asOf);
      await balances(sheet, facts);
      await products(sheet, facts);
      await referrals(sheet, facts, referred);
      await settlements(sheet, facts, settled);
      chain(sheet, facts);
      sheet.foot(`svc partner statement, ${partner.code}, row ${seq} of the ledger, ${asOf}`);
    },
  );
}

type Made = { title: string; at: string; compress: boolean };

/** Loaded with the first statement, because most processes never produce one. */
async function documentOf(
  { title, at, compress }: Made,
  draw: (sheet: Sheet) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    bufferPages: true,
    compress,
    lang: "en-GB",
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
  await draw(new Sheet(doc));
  doc.end();
  await complete;
  return Uint8Array.from(Buffer.concat(parts));
}

function head(sheet: Sheet, facts: StatementFacts, asOf: number): void {
  const { partner, now, ledger_seq: seq, tz, opening, closing } = facts;
  sheet.title("svc", "Partner statement");
  const rows =
    closing.seq === opening.seq
      ? "none in this period"
      : `${opening.seq + 1} to ${closing.seq} of the ledger`;
  sheet.facts([
    ["Partner", `${partner.code}   (${partner.id})`],
    ["Period", periodText(facts)],
    ["Rows", rows],
    ["Snapshot", `${localTime(asOf, tz)} (${tz}), row ${seq}`],
    [
      "Level at snapshot",
      `${now.level} (${now.share_percent}% of fees): USD ${now.referred_fees_30d} of referred fees in the 720 h before`,
    ],
  ]);
  if (facts.simulated)
    sheet.notice(
      "Some rows of this ledger are simulated. They are marked in the files and are not real money.",
    );
}

const AMOUNT = { width: 126, align: "point" } as const;

async function balances(sheet: Sheet, { opening, closing }: StatementFacts): Promise<void> {
  sheet.heading("Balances (USD)", 120);
  const columns: Column[] = [
    { title: "", width: 121, align: "left" },
    { title: "Opening", ...AMOUNT },
    { title: "Change", ...AMOUNT },
    { title: "Closing", ...AMOUNT },
  ];
  const row = (name: string, key: keyof StatementEdge["balances"], tone?: Row["tone"]): Row => {
    const [from, to] = [opening.balances[key], closing.balances[key]];
    const change = earningText(earningUnits(to) - earningUnits(from));
    return { cells: [name, from, change, to], ...(tone !== undefined && { tone }) };
  };
  await sheet.table(columns, [
    row("Accrued", "accrued", "total"),
    row("Paid", "settled"),
    row("In transit", "in_transit"),
    row("Pending", "pending"),
  ]);
  const { accrued, settled, in_transit: inTransit, pending } = closing.balances;
  sheet.paragraph(
    `accrued = paid + in transit + pending: ${accrued} = ${settled} + ${inTransit} + ${pending}`,
    { color: FAINT },
  );
}

const FIGURE_COLUMNS: readonly Column[] = [
  { title: "Fees (USD)", width: 120, align: "point" },
  { title: "Earned (USD)", width: 130, align: "point" },
  { title: "Fees counted", width: 79, align: "right" },
];

function figureCells({ fees, earned, count }: Figures): string[] {
  return [fees, earned, count.toString()];
}

const PRODUCT_NAMES = { perp: "Perpetuals", swap: "Swaps", prediction: "Predictions" } as const;

async function products(sheet: Sheet, { totals }: StatementFacts): Promise<void> {
  sheet.heading("Earnings by product", 110);
  const rows: Row[] = totals.by_product.flatMap(({ product, ...figures }) => {
    const row = { cells: [PRODUCT_NAMES[product], ...figureCells(figures)] };
    if (product !== "perp") return [row];
    return [
      row,
      { cells: ["   of which copy trading", ...figureCells(totals.copy)], tone: "faint" as const },
    ];
  });
  const total: Row = { cells: ["Total", ...figureCells(totals)], tone: "total" };
  await sheet.table(
    [{ title: "", width: 170, align: "left" }, ...FIGURE_COLUMNS],
    [...rows, total],
  );
}

async function referrals(
  sheet: Sheet,
  { totals }: StatementFacts,
  { results, next }: { results: Referral[]; next: string | null },
): Promise<void> {
  sheet.heading("Earnings by referral");
  const active = results.filter(({ figures }) => figures.count !== 0 || figures.earned !== "0");
  if (active.length === 0) {
    sheet.paragraph("No referral had a fee in this period.", { color: FAINT });
    return;
  }
  const rows: Row[] = active.map(({ id, figures }) => ({ cells: [id, ...figureCells(figures)] }));
  const others: Row[] =
    next === null
      ? []
      : [{ cells: ["All others", ...figureCells(without(totals, active))], tone: "faint" }];
  const total: Row = { cells: ["Total", ...figureCells(totals)], tone: "total" };
  await sheet.table(
    [{ title: "Referral", width: 170, align: "left", mono: true }, ...FIGURE_COLUMNS],
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
  sheet: Sheet,
  { totals, tz }: StatementFacts,
  { results, next }: { results: Settlement[]; next: string | null },
): Promise<void> {
  sheet.heading("Payouts created in this period");
  if (results.length === 0) {
    sheet.paragraph("None.", { color: FAINT });
  } else {
    await sheet.table(
      [
        { title: "Created", width: 130, align: "left" },
        { title: "Payout", width: 170, align: "left", mono: true },
        { title: "State", width: 79, align: "left" },
        { title: "Amount (USDC)", width: 120, align: "point" },
      ],
      results.map((one) => settlementRow(one, tz)),
    );
  }
  if (next !== null)
    sheet.paragraph(`Only the newest ${MAX_SETTLEMENTS} are listed. The CSV file has all.`, {
      color: FAINT,
    });
  sheet.paragraph(
    `In this period: USD ${totals.settlements} created, ${totals.payments} paid, ${totals.returns} returned from failed payments.`,
    { color: FAINT },
  );
}

function settlementRow(one: Settlement, tz: string): Row {
  const { id, state, amount, recipient, network, signature, slot } = one;
  const notes = [
    `to ${recipient} on ${network}${slot === null ? "" : `, slot ${slot}`}${one.simulated ? ", simulated" : ""}`,
    ...(signature === null ? [] : [signature]),
  ];
  return { cells: [localTime(Date.parse(one.created_at), tz), id, state, amount], notes };
}

function chain(sheet: Sheet, facts: StatementFacts): void {
  const { opening, closing, now, ledger_seq: seq, signature } = facts;
  sheet.heading("Hash chain", 190);
  sheet.paragraph(
    "The hash of each row is the SHA-256 of the hash of the row before, a line feed, and the text of the row. Anyone with the rows can " +
      "recompute the chain. If you noted the last hash, you can tell that no row was changed, removed or inserted.",
  );
  hash(sheet, `Before the period, after row ${opening.seq}`, opening.hash);
  hash(sheet, `At the end of the period, after row ${closing.seq}`, closing.hash);
  hash(sheet, `Head of the ledger, after row ${seq}`, now.head_hash);
  const { baseUrl } = config();
  sheet.heading("How to check this statement", 90);
  sheet.paragraph(
    "Download the same statement as CSV or JSON, and the program, which needs only Node.js 18 or later:",
  );
  sheet.code(`curl -O ${baseUrl}/verify-statement.mjs`);
  sheet.code("node verify-statement.mjs STATEMENT.csv \\");
  sheet.code(`  --keys ${baseUrl}/api/public/partner/statement-keys \\`);
  sheet.code(`  --head ${closing.hash}`);
  sheet.paragraph(
    "It recomputes every hash, every share of a fee, the level behind each rate and all balances, and names the first wrong row. " +
      "With the keys it also checks that the service signed the statement. Take the keys from the service, not from the sender of the file.",
  );
  sheet.paragraph(
    "This PDF is not signed: compare its figures with those of the checked file. Signature of the statement, also in the files (JWS, EdDSA):",
    { gap: 3 },
  );
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
