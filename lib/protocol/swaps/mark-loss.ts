/** What a swap gives less than it would at the marks. */
import { decimalPlaces, divideHalfUp, parseDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** Prices in USDC as decimal text. */
export type Marks = Readonly<Partial<Record<TokenSymbol, string>>>;

const PLACES = 12;
const BPS = 10_000n;

type Amounts = { assetIn: TokenSymbol; amountIn: bigint; assetOut: TokenSymbol; out: bigint };

/** In basis points of the input's value, fees of the pools included; negative for a gain. Undefined without both prices. */
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

/** In 1e-24 USDC. */
function valueOf(asset: TokenSymbol, units: bigint, marks: Marks): bigint | undefined {
  const price = asset === "USDC" ? "1" : marks[asset];
  if (price === undefined || decimalPlaces(price) > PLACES) return undefined;
  const scaled = parseDecimal(price, PLACES);
  return scaled && units * scaled * 10n ** BigInt(PLACES - TOKENS[asset].decimals);
}
