/** Counts what happened in a run, by name, to prove that the rare cases did happen. */
import { CLOSING_REASONS } from "#lib/protocol/order-states.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";

/** Each of these must happen in every larger number of runs. */
export const EXPECTED = [
  "fill",
  "trigger fired",
  "liquidation slice",
  "takeover",
  "ADL",
  "balance DEPOSIT",
  "balance WITHDRAWAL",
  "balance WITHDRAWAL_RETURNED",
  "balance LIQUIDATION_FEE",
  "balance INSURANCE",
  "duplicate",
  "mark ignored: confidence",
  "mark ignored: jump",
  "outcome order",
  "outcome batch",
  "outcome group ENTRY",
  "outcome group POSITION",
  "outcome canceled",
  "outcome schedule",
  "outcome leverage",
  "outcome isolated_margin",
  "isolated fill",
  "isolated liquidation slice",
  "isolated takeover",
  "isolated ADL",
  "outcome api_key",
  "outcome api_key_revoked",
  "outcome signer",
  "outcome signer_revoked",
  "outcome transfer",
  "DEPOSIT SETTLED",
  "WITHDRAWAL RESERVED",
  "WITHDRAWAL SENT",
  "WITHDRAWAL SENT again",
  "WITHDRAWAL SETTLED",
  "WITHDRAWAL RETURNED",
  "transfer repeated",
  "outcome market_status",
  "outcome fee_discount",
  "outcome rules",
  "client_id of an ended order",
  "client_id free again",
  ...CLOSING_REASONS.filter((reason) => reason !== "").map((reason) => `closed ${reason}`),
  ...[
    "MARKET_HALTED",
    "MARKET_POST_ONLY",
    "MARKET_REDUCE_ONLY",
    "MARK_STALE",
    "PRICE_BAND",
    "INSUFFICIENT_MARGIN",
    "REDUCE_ONLY_WOULD_INCREASE",
    "POST_ONLY_WOULD_CROSS",
    "INVALID_TRIGGER_PRICE",
    "MIN_NOTIONAL",
    "INVALID_ORDER_TERMS",
    "INVALID_LOT",
    "GROUP_COUNT",
    "GROUP_TYPE",
    "GROUP_DUPLICATED_TYPE",
    "GROUP_MARKET",
    "GROUP_SIDE",
    "GROUP_SIZE",
    "GROUP_FLAGS",
    "GROUP_PRICE",
    "NO_POSITION",
    "LEVERAGE_OUT_OF_RANGE",
    "LEVERAGE_NEEDS_MARGIN",
    "MARGIN_MODE_IN_USE",
    "POSITION_NOT_ISOLATED",
    "ISOLATED_MARGIN_NOT_FREE",
    "ISOLATED_MARGIN_NEEDED",
    "ORDER_NOT_FOUND",
    "ORDER_IS_CLOSED",
    "DUPLICATED_CLIENT_ID",
    "DUPLICATED_SIGNER",
    "SIGNER_NOT_AUTHORIZED",
    "SIGNER_NOT_FOUND",
    "API_KEY_NOT_FOUND",
    "TIMESTAMP_OUT_OF_WINDOW",
    "INVALID_FIELD",
    "DUPLICATED_REFERENCE",
    "WITHDRAWAL_TOO_SMALL",
    "WITHDRAWAL_EXCEEDS_AVAILABLE",
    "WITHDRAWAL_NOT_FOUND",
    "WITHDRAWAL_STATE",
    "WITHDRAWAL_ATTEMPT_DIFFERS",
  ].map((code) => `refused ${code}`),
] as const;

export class Coverage {
  readonly counts = new Map<string, number>();

  count(name: string, times = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  outcome(outcome: Outcome): void {
    if (outcome.kind === "duplicate") this.count("duplicate");
    else if (outcome.kind === "refused") this.count(`refused ${outcome.refusal.code}`);
    else if (outcome.kind === "group") this.count(`outcome group ${outcome.group.grouping}`);
    else this.count(`outcome ${outcome.kind}`);
    if (outcome.kind === "batch") for (const item of outcome.items) this.outcome(item);
    if (outcome.kind === "transfer") this.#transfer(outcome);
    if (outcome.kind !== "marks") return;
    for (const { reason } of outcome.ignored) this.count(`mark ignored: ${reason}`);
  }

  #transfer({ transfer, repeated }: Extract<Outcome, { kind: "transfer" }>): void {
    if (repeated) return this.count("transfer repeated");
    if (transfer.kind === "DEPOSIT") return this.count("DEPOSIT SETTLED");
    const again = transfer.status === "SENT" && transfer.attempts.length > 1 ? " again" : "";
    this.count(`WITHDRAWAL ${transfer.status}${again}`);
  }

  add(counts: Iterable<[string, number]>): void {
    for (const [name, times] of counts) this.count(name, times);
  }

  missing(): string[] {
    return EXPECTED.filter((name) => !this.counts.has(name));
  }
}
