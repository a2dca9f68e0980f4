/** The tokens of the chain by their symbols, the same mints on mainnet-beta and on the simulated chain. */
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana.ts";

export type Token = {
  symbol: string;
  /** base58 */
  mint: string;
  decimals: number;
};

/** Wrapped SOL: an account of it holds its amount in lamports as well. */
export const NATIVE_MINT = "So11111111111111111111111111111111111111112";

export const TOKENS = {
  USDC: { symbol: "USDC", mint: USDC_MINT, decimals: USDC_DECIMALS },
  SOL: { symbol: "SOL", mint: NATIVE_MINT, decimals: 9 },
  BTC: { symbol: "BTC", mint: "3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh", decimals: 8 },
  ETH: { symbol: "ETH", mint: "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs", decimals: 8 },
  /** Only on the simulated chain: its pool is so small that most swaps move its price by more than a percent. */
  THIN: { symbol: "THIN", mint: "ThinMint11111111111111111111111111111111111", decimals: 6 },
} as const satisfies Record<string, Token>;

export type TokenSymbol = keyof typeof TOKENS;
