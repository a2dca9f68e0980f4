/** What an account was worth over time, as the venue publishes it and the app checks and passes it on. Money is in USDC. */
import { z } from "zod";
import { PORTFOLIO_PERIODS } from "#lib/protocol/enumerations.ts";
import { account, decimal, signedDecimal, time } from "./values.ts";

const parts = {
  realized_pnl: signedDecimal,
  /** By how much the unrealised profit of open positions changed. */
  unrealized_pnl: signedDecimal,
  /** Positive was received; what is not settled yet included. */
  funding: signedDecimal,
  /** Of trades and of liquidations; negative for a rebate. */
  fees: signedDecimal,
  volume: decimal,
  /** Realised and unrealised profit and funding, less fees. */
  pnl: signedDecimal,
};

const MarketPart = z.object({ market: z.string(), ...parts }).meta({ id: "PortfolioMarket" });
export type PortfolioMarket = z.output<typeof MarketPart>;

const Point = z
  .object({
    time,
    equity: signedDecimal,
    /** Deposits less withdrawals since the period began. */
    net_deposits: signedDecimal,
    /** `equity` less what it was when the period began, less `net_deposits`. */
    pnl: signedDecimal,
  })
  .meta({ id: "PortfolioPoint" });
export type PortfolioPoint = z.output<typeof Point>;

/** Figures are changes over the period, except where they say otherwise. */
export const Portfolio = z
  .object({
    account,
    period: z.enum(PORTFOLIO_PERIODS),
    from: time.describe("Start of the period, a whole hour"),
    to: time,
    start_equity: signedDecimal,
    equity: signedDecimal.describe("Now"),
    net_deposits: signedDecimal.describe("Deposits less withdrawals that were not returned"),
    ...parts,
    pnl: signedDecimal.describe("equity - start_equity - net_deposits"),
    pnl_rate: signedDecimal
      .nullable()
      .describe("pnl / (start_equity + net_deposits); null unless that is above zero"),
    insurance: signedDecimal.describe(
      "Losses that the insurance fund bore, less what it took; part of pnl, of no market",
    ),
    max_drawdown: decimal.describe("Largest fall of pnl below its earlier peak"),
    max_drawdown_rate: decimal.describe(
      "The largest fall as a share of what the account would be worth without it",
    ),
    points: z
      .array(Point)
      .max(400)
      .describe("Points, the oldest first; the first and the last are exact"),
    markets: z.array(MarketPart),
  })
  .meta({ id: "Portfolio" });
export type Portfolio = z.output<typeof Portfolio>;
