/** How much less a swap gives than it would at the marks. */
import { decimalPlaces, divideHalfUp, parseDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** Prices in USDC as decimal text. */
export type Marks = Readonly<Partial<Record<TokenSymbol, string>>>;

const PLACES = 12;
const BPS = 10_000n;

type Amounts = { assetIn: TokenSymbol; amountIn: bigint; assetOut: TokenSymbol; out: bigint };

/**
 * In basis points of the input's value, including the pools' fees; negative for a gain. Undefined
 * without both prices.
 */
export function lossToMark(
  { assetIn, amountIn, assetOut, out }: Amounts,
  marks: Marks,
): number | undefined {
  const given = valueOf(assetIn, amountIn, marks);
  const got = valueOf(assetOut, out, marks);
  if (given === undefined || got === undefined || given === 0n) return undefined;
  const loss = given - got;
  const bps = divideHalfUp((loss < 0n ? -loss : loss) * BPS, given);
  return loss < 0n ? -Number(bps) : Number(bps);
}

const MONEY_PLACES = 9;

/**
 * The cost of a swap in USDC, scaled by 1e9. With both marks it is the loss against them; with one,
 * the impact's share of that side's value. Undefined without a mark.
 */
export function lossInMoney(
  { assetIn, amountIn, assetOut, out }: Amounts,
  impactBps: number,
  marks: Marks,
): bigint | undefined {
  const given = valueOf(assetIn, amountIn, marks);
  const got = valueOf(assetOut, out, marks);
  const scale = 10n ** BigInt(2 * PLACES - MONEY_PLACES);
  const impact = BigInt(impactBps);
  if (given !== undefined && got !== undefined) return given > got ? (given - got) / scale : 0n;
  if (given !== undefined) return (given * impact) / BPS / scale;
  if (got === undefined || impact >= BPS) return undefined;
  return (got * impact) / (BPS - impact) / scale;
}

/** In 1e-24 USDC. */
function valueOf(asset: TokenSymbol, units: bigint, marks: Marks): bigint | undefined {
  const price = asset === "USDC" ? "1" : marks[asset];
  if (price === undefined || decimalPlaces(price) > PLACES) return undefined;
  const scaled = parseDecimal(price, PLACES);
  return scaled && units * scaled * 10n ** BigInt(PLACES - TOKENS[asset].decimals);
}
