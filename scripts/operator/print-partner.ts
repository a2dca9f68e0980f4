/** Prints answers about partners for a person who reads them and pays from them. */
import type { PartnerName } from "./request.ts";
import { safe, table, when } from "./table.ts";

type Settlement = {
  id: string;
  code: string;
  period_end: string;
  amount: string;
  state: string;
  network: string;
  recipient: string;
  signature: string | null;
  failure: string | null;
  explorer_url: string | null;
};

type Shown = {
  id: string;
  code: string;
  user_id: string;
  joined_at: string;
  deleted_at: string | null;
  payout_address: string | null;
  level: number;
  share_percent: number;
  referred_fees_30d: string;
  referrals: number;
  balances: Record<"accrued" | "settled" | "in_transit" | "pending", string> & {
    reconciles: boolean;
  };
  open_settlements: Settlement[];
};

type Run = {
  run_id: string | null;
  period_end: string;
  network: string;
  mint: string;
  total: string;
  settlements: {
    settlement_id: string | null;
    code: string;
    recipient: string;
    amount: string;
    state: string | null;
  }[];
  skipped: { code: string; reason: string; amount: string }[];
};

type Listed = { settlements: Settlement[]; next: string | null };
type Imported = {
  booked: number;
  known: number;
  not_referred: number;
  refused: { account: string; reason: string }[];
};
type Reversed = {
  code: string;
  reversal: { seq: number; reverses_seq: number; fee: string; earned: string };
};

export function printedPartner(name: PartnerName, body: unknown): string {
  switch (name) {
    case "partner show":
      return shownText(body as Shown);
    case "partner run":
      return runText(body as Run);
    case "partner settlements":
      return listText(body as Listed);
    case "partner pay":
    case "partner fail":
      return settlementText((body as { settlement: Settlement }).settlement);
    case "partner import":
      return importText(body as Imported);
    case "partner reverse":
      return reversalText(body as Reversed);
  }
}

function shownText(partner: Shown): string {
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

function runText({ run_id: run, settlements, skipped, ...rest }: Run): string {
  const head =
    run === null
      ? `Nothing was written. Up to ${when(rest.period_end)} there would be:\n`
      : `${run}, everything earned up to ${when(rest.period_end)}\n`;
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
  const told = skipped.filter(({ reason }) => reason !== "nothing");
  const others = skipped.length - told.length;
  const rows = told.map(({ code, reason, amount }) => [code, reason, amount]);
  const text = rows.length === 0 ? "" : `\n${table([["skipped", "why", "USDC"], ...rows])}`;
  return others === 0 ? text : `${text}\nNothing is pending of ${others} more.\n`;
}

function listText({ settlements, next }: Listed): string {
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

function importText({ booked, known, not_referred: others, refused }: Imported): string {
  const counts = `Booked ${booked}, known before ${known}, not of this partner's referrals ${others}.\n`;
  const rows = refused.map(({ account, reason }) => [account, reason]);
  return counts + (rows.length === 0 ? "" : `\n${table([["refused", "why"], ...rows])}`);
}

function reversalText({ code, reversal }: Reversed): string {
  const { seq, reverses_seq: reversed, fee, earned } = reversal;
  return `Row ${reversed} of ${safe(code)} is reversed by row ${seq}: a fee of ${fee} USD, ${earned} USD earned of it.\n`;
}
