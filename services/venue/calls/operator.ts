/** Commands of the operator, deposits, and the feed of fees. The gateway has checked the key, which no trader has. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { divideUp, parseDecimal } from "#lib/protocol/decimal.ts";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import { COUNT_LIMIT } from "#lib/protocol/orders/counts.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import type { CommandOf } from "#services/venue/engine/commands.ts";
import { INSURANCE, type MarketState } from "#services/venue/engine/market-state.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import type { Call, GivenMark } from "#services/venue/link/messages.ts";
import { outcomeBody } from "#services/venue/records/outcomes.ts";
import type { AnswerCall, CallAnswer, HostContext } from "./answer-call.ts";
import { execute } from "./execute.ts";
import { numberParam, textParam } from "./params.ts";

/** A deposit above this is a mistake: 10,000,000,000 USDC. The journal holds amounts as u64. */
const LARGEST_DEPOSIT = 10n ** BigInt(10 + MONEY_DECIMALS);
/** Half widths beyond the price itself are counted as this much: none of them is credible. */
const WIDEST_PPM = Number(RATIO_SCALE);

/** Characters of an unknown market's name that an answer repeats. */
const LONGEST_ECHO = 32;

/** Why a price is refused as a mark; the engine adds `confidence` and `jump`. */
type MarkDefect = "unknown" | "tick" | "too_large";

/** A mark that is not a whole number of ticks is listed with its reason, and does not hold up the other markets. */
export const setMarks: AnswerCall = (context, call) => {
  const marks: CommandOf<"set_marks">["marks"] = [];
  const ignored: { market: string; reason: MarkDefect }[] = [];
  for (const { symbol, price, confidence } of call.params["marks"] as GivenMark[]) {
    const market = context.venue.state.markets.get(symbol);
    const ticks = market === undefined ? "unknown" : ticksOf(market, price);
    if (typeof ticks === "string") {
      ignored.push({ market: symbol.slice(0, LONGEST_ECHO), reason: ticks });
    } else {
      marks.push({ market: symbol, ticks, confidencePpm: confidencePpm(price, confidence) });
    }
  }
  if (marks.length === 0) return { status: 200, body: { applied: [], ignored } };
  const outcome = execute(context, { type: "set_marks", marks });
  if (outcome.kind !== "marks") throw new ServiceError("INTERNAL");
  return done({ ...outcome, ignored: [...ignored, ...outcome.ignored] });
};

export const deposit: AnswerCall = (context, call) =>
  credit(context, call, textParam(call, "account") ?? "");

export const depositInsurance: AnswerCall = (context, call) => credit(context, call, INSURANCE);

export const setMarketStatus: AnswerCall = (context, call) => {
  const market = textParam(call, "symbol") ?? "";
  const status = MARKET_STATUSES.find((known) => known === call.params["status"]) ?? "Halted";
  return done(execute(context, { type: "set_market_status", market, status }));
};

export const setFeeDiscount: AnswerCall = (context, call) =>
  done(
    execute(context, {
      type: "set_fee_discount",
      account: textParam(call, "account") ?? "",
      discountPpm: numberParam(call, "discountPpm") ?? 0,
    }),
  );

/** Each charged fee in sequence; a reader that keeps the last `seq` consumes each exactly once. */
export const getFees: AnswerCall = ({ venue }, call) => {
  const pageSize = numberParam(call, "pageSize") ?? 0;
  const afterSeq = numberParam(call, "afterSeq") ?? 0;
  const found = venue.history.fees({ afterSeq, limit: pageSize + 1 });
  const results = found.slice(0, pageSize);
  const next = found.length > pageSize ? String(results.at(-1)?.seq) : null;
  return { status: 200, body: { results, next } };
};

/** A reference takes effect once: 201 when it did, 200 when it had. */
function credit(context: HostContext, call: Call, account: string): CallAnswer {
  const amount = usdcAmount(textParam(call, "amount") ?? "");
  if (amount === undefined || amount === 0n) {
    throw new ServiceError("INVALID_DECIMAL", { field: "amount" });
  }
  if (amount > LARGEST_DEPOSIT) throw new ServiceError("NUMBER_TOO_LARGE", { field: "amount" });
  const txHash = textParam(call, "txHash");
  const command: CommandOf<"deposit"> = {
    type: "deposit",
    id: newId("dep"),
    account,
    amount,
    reference: textParam(call, "reference") ?? "",
    source: textParam(call, "source") ?? "",
    ...(txHash !== undefined && { txHash }),
  };
  const outcome = execute(context, command);
  if (outcome.kind !== "transfer") throw new ServiceError("INTERNAL");
  if (!outcome.repeated) context.transfers.add(outcome.transfer);
  return { status: outcome.repeated ? 200 : 201, body: outcomeBody(outcome) };
}

function done(outcome: Outcome): CallAnswer {
  return { status: 200, body: outcomeBody(outcome) };
}

function ticksOf({ scale }: MarketState, price: string): number | MarkDefect {
  const scaled = parseDecimal(price, scale.priceDecimals);
  if (scaled === undefined || scaled === 0n || scaled % scale.tickUnits !== 0n) return "tick";
  const ticks = Number(scaled / scale.tickUnits);
  return ticks < COUNT_LIMIT ? ticks : "too_large";
}

/** Decimals that any price and confidence are compared with. */
const COMMON_DECIMALS = 30;

function confidencePpm(price: string, confidence: string | null): number {
  if (confidence === null) return 0;
  const whole = parseDecimal(price, COMMON_DECIMALS) ?? 0n;
  const width = parseDecimal(confidence, COMMON_DECIMALS);
  if (width === undefined || whole === 0n) return WIDEST_PPM;
  const ppm = divideUp(width * RATIO_SCALE, whole);
  return ppm > RATIO_SCALE ? WIDEST_PPM : Number(ppm);
}
