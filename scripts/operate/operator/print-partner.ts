/** Prints answers about partners for a person who reads them and pays from them. */
import { z } from "zod";
import type { PartnerName } from "./request.ts";
import { safe, table, when } from "./table.ts";

const settlement = z.object({
  id: z.string(),
  code: z.string(),
  period_end: z.string(),
  amount: z.string(),
  state: z.string(),
  network: z.string(),
  recipient: z.string(),
  signature: z.string().nullable(),
  failure: z.string().nullable(),
  explorer_url: z.string().nullable(),
});
type Settlement = z.output<typeof settlement>;

const shown = z.object({
  id: z.string(),
  code: z.string(),
  user_id: z.string(),
  joined_at: z.string(),
  deleted_at: z.string().nullable(),
  payout_address: z.string().nullable(),
  level: z.number(),
  share_percent: z.number(),
  referred_fees_30d: z.string(),
  referrals: z.number(),
  balances: z.object({
    accrued: z.string(),
    settled: z.string(),
    in_transit: z.string(),
    pending: z.string(),
    reconciles: z.boolean(),
  }),
  open_settlements: z.array(settlement),
});

const run = z.object({
  run_id: z.string().nullable(),
  period_end: z.string(),
  network: z.string(),
  mint: z.string(),
  total: z.string(),
  settlements: z.array(
    z.object({
      settlement_id: z.string().nullable(),
      code: z.string(),
      recipient: z.string(),
      amount: z.string(),
      state: z.string().nullable(),
    }),
  ),
  skipped: z.array(z.object({ code: z.string(), reason: z.string(), amount: z.string() })),
});
type Run = z.output<typeof run>;

const listed = z.object({ settlements: z.array(settlement), next: z.string().nullable() });

const imported = z.object({
  booked: z.number(),
  known: z.number(),
  not_referred: z.number(),
  refused: z.array(z.object({ account: z.string(), reason: z.string() })),
});

const reversed = z.object({
  code: z.string(),
  reversal: z.object({
    seq: z.number(),
    reverses_seq: z.number(),
    fee: z.string(),
    earned: z.string(),
  }),
});

const reviewed = z.object({
  referral_id: z.string(),
  code: z.string(),
  wallets: z.array(z.string()),
  joined_at: z.string(),
  review: z.string(),
  reason: z.string(),
  earned: z.string(),
});

/** @throws ZodError for an answer of another form */
export function printedPartner(name: PartnerName, body: unknown): string {
  switch (name) {
    case "partner show":
      return shownText(shown.parse(body));
    case "partner run":
      return runText(run.parse(body));
    case "partner settlements":
      return listText(listed.parse(body));
    case "partner pay":
    case "partner fail":
      return settlementText(z.object({ settlement }).parse(body).settlement);
    case "partner import":
      return importText(imported.parse(body));
    case "partner reverse":
      return reversalText(reversed.parse(body));
    case "partner reviews":
      return reviewsText(z.object({ results: z.array(reviewed) }).parse(body).results);
    case "partner review":
      return reviewsText([z.object({ referral: reviewed }).parse(body).referral]);
  }
}

function shownText(partner: z.output<typeof shown>): string {
  const { balances, open_settlements: open } = partner;
  const gone = partner.deleted_at === null ? "" : `, account deleted ${when(partner.deleted_at)}`;
  const lines: [string, string][] = [
    ["account", partner.user_id],
    ["joined", `${when(partner.joined_at)}${gone}`],
    ["level", `${partner.level} (${partner.share_percent}%)`],
    ["30 days", `${partner.referred_fees_30d} USD of fees`],
    ["referrals", `${partner.referrals}`],
    ["accrued", `${balances.accrued} USD`],
    ["settled", balances.settled],
    ["in transit", balances.in_transit],
    ["pending", balances.pending],
    ["paid to", partner.payout_address ?? "no wallet yet"],
  ];
  const wrong = balances.reconciles ? "" : "  THE BALANCES DO NOT ADD UP: pay nothing until why\n";
  const head = `${safe(partner.code)}  ${partner.id}\n`;
  const rows = table(lines.map(([name, text]) => [`  ${name}`, text]));
  return `${head}${rows}${wrong}${open.length === 0 ? "" : `\n${settlementsTable(open)}`}`;
}

function runText({ run_id: id, settlements, skipped, ...rest }: Run): string {
  const head =
    id === null
      ? `Nothing was written. Up to ${when(rest.period_end)} there would be:\n`
      : `${id}, everything earned up to ${when(rest.period_end)}\n`;
  const rows = settlements.map((one) => [
    one.recipient,
    one.amount,
    one.settlement_id ?? "-",
    one.state ?? "-",
    one.code,
  ]);
  const made =
    rows.length === 0
      ? "Nothing is to be paid.\n"
      : `${table([["recipient", "USDC", "settlement", "state", "partner"], ...rows])}Total ${rest.total} USDC on ${rest.network}, mint ${rest.mint}\n`;
  return head + made + skippedText(skipped);
}

/** Partners without pending earnings are only counted, because there may be thousands. */
function skippedText(skipped: Run["skipped"]): string {
  const listed = skipped.filter(({ reason }) => reason !== "nothing");
  const others = skipped.length - listed.length;
  const rows = listed.map(({ code, reason, amount }) => [code, reason, amount]);
  const text = rows.length === 0 ? "" : `\n${table([["skipped", "why", "USDC"], ...rows])}`;
  return others === 0 ? text : `${text}\nNothing is pending of ${others} more.\n`;
}

function listText({ settlements, next }: z.output<typeof listed>): string {
  if (settlements.length === 0) return "No settlement matches.\n";
  return settlementsTable(settlements) + (next === null ? "" : `More: --cursor ${next}\n`);
}

function settlementsTable(settlements: readonly Settlement[]): string {
  const rows = settlements.map((one) => [
    one.recipient,
    one.amount,
    one.id,
    one.state,
    one.code,
    when(one.period_end),
    one.signature ?? "",
  ]);
  const head = ["recipient", "USDC", "settlement", "state", "partner", "up to", "signature"];
  return table([head, ...rows]);
}

const MEANING: Record<string, string> = {
  created: "it is not paid",
  submitted: "the chain does not show its end yet; it is looked up every ten seconds",
  confirmed: "the chain shows it",
  failed: "the amount is pending again",
};

function settlementText(settlement: Settlement): string {
  const { id, code, amount, state, recipient, signature, failure } = settlement;
  const lines: [string, string][] = [
    ["amount", `${amount} USDC on ${settlement.network}`],
    ["partner", code],
    ["recipient", recipient],
    ["signature", signature ?? "none"],
  ];
  if (failure !== null) lines.push(["failure", failure]);
  if (settlement.explorer_url !== null) lines.push(["look", settlement.explorer_url]);
  const meaning = MEANING[state] ?? "";
  return `${id}  ${state}: ${meaning}\n${table(lines.map(([name, text]) => [`  ${name}`, text]))}`;
}

function importText({
  booked,
  known,
  not_referred: others,
  refused,
}: z.output<typeof imported>): string {
  const counts = `Booked ${booked}, known before ${known}, not of this partner's referrals ${others}.\n`;
  const rows = refused.map(({ account, reason }) => [account, reason]);
  return counts + (rows.length === 0 ? "" : `\n${table([["refused", "why"], ...rows])}`);
}

function reversalText({ code, reversal }: z.output<typeof reversed>): string {
  const { seq, reverses_seq: reversed, fee, earned } = reversal;
  return `Row ${reversed} of ${safe(code)} is reversed by row ${seq}: a fee of ${fee} USD, ${earned} USD earned of it.\n`;
}

function reviewsText(results: readonly z.output<typeof reviewed>[]): string {
  if (results.length === 0) return "No referral is held.\n";
  return table(
    results.map((one) => [
      one.referral_id,
      safe(one.code),
      one.review,
      one.reason,
      `${one.earned} USD`,
      when(one.joined_at),
      one.wallets.join(" "),
    ]),
  );
}
