/** What the signed-in account was worth over a period: the venue's answer, and its points as a CSV file. */
import { PORTFOLIO_PERIODS } from "#lib/protocol/enumerations.ts";
import "server-only";
import { z } from "zod";
import type { WalletActor } from "#lib/platform/actor.ts";
import { CSV_TYPE, csvLine, figureCell } from "#lib/platform/downloads/csv-cells.ts";
import { answerFile, fileHeaders } from "#lib/platform/downloads/file-answer.ts";
import { downloadsOneAtATime } from "#lib/platform/downloads/one-at-a-time.ts";
import { spreadsheetParameter } from "#lib/platform/downloads/spreadsheet.ts";
import { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";
import { exportName } from "./export-name.ts";

export const portfolioQuery = accountQuery.extend({ period: z.enum(PORTFOLIO_PERIODS).optional() });

export const portfolioFileQuery = portfolioQuery.extend({ spreadsheet: spreadsheetParameter });

type PortfolioCall = {
  ctx: { actor: WalletActor; now: number };
  input: { query: z.output<typeof portfolioQuery>; request: Request };
};

const downloads = downloadsOneAtATime();

/** @throws ACCOUNT_MISMATCH, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export function readPortfolio({ ctx, input }: PortfolioCall): Promise<Response> {
  const { account, period = "day" } = input.query;
  const path = `/v1/account/portfolio?period=${period}`;
  return forwardRead(ctx, { path, contract: Portfolio }, account);
}

/**
 * A refusal of the venue is passed on unchanged.
 * @throws as {@link readPortfolio}; RATE_LIMITED while another file is being produced for this account
 */
export async function exportPortfolio(call: PortfolioCall): Promise<Response> {
  const answer = await readPortfolio(call);
  if (answer.status !== 200) return answer;
  const { from, to, points } = Portfolio.parse(await answer.json());
  const { account } = call.ctx.actor;
  const name = exportName("portfolio", account, { from, to, now: call.ctx.now });
  const { request } = call.input;
  const download = downloads.begin(account);
  const headers = fileHeaders({ type: CSV_TYPE, name });
  return await answerFile({ download, request, parts: linesOf(points), headers });
}

// oxlint-disable-next-line typescript/require-await -- one part, in the form of files with many
async function* linesOf(points: Portfolio["points"]): AsyncGenerator<string, void> {
  const lines = points.map(({ time, equity, net_deposits, pnl }) =>
    csvLine([
      new Date(time).toISOString(),
      time.toString(),
      ...[equity, net_deposits, pnl].map(figureCell),
    ]),
  );
  yield [csvLine(["time", "time_ms", "equity", "net_deposits", "pnl"]), ...lines].join("");
}
