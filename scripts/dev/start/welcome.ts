/** The text that `npm start` prints when everything runs: addresses, demo sign-ins, and commands to paste. */
import type { Endpoints } from "#scripts/dev/data-dir.ts";

export function welcome(endpoints: Endpoints, sources: string): string {
  const { app, venue, sandbox, oracle, chain, custody, mail, personas } = endpoints;
  const signIn = (seed: string): string => `${app}/trade/BTCUSDC#demo=${seed}`;
  const simulated = sandbox !== null;
  const lines = [
    "",
    `  app      ${app}`,
    `  venue    ${venue}`,
    `  sandbox  ${sandbox ?? "off (VENUE_URL names another venue)"}`,
    `  oracle   ${oracle ?? "off (the marks of this venue come from its operator)"}`,
    ...(chain === null
      ? []
      : [`  chain    ${chain} (a simulated Solana; explorer: ${sandbox ?? ""}/solana)`]),
    ...(custody === null ? [] : [`  custody  ${custody}/v1/vault (what the vault holds and owes)`]),
    ...(mail === null ? [] : [`  mailbox  ${mail} (mails of the app; none is really sent)`]),
    "",
    `  ${pricesLine(oracle, sources)}`,
    "",
    `  Sign in by wallet, mail or identity provider: ${app}/sign-in`,
    "  Or with a demo wallet (opens the trading page with that wallet):",
    `  trader      ${signIn(personas.trader.seed)}`,
    simulated
      ? "              10,000 simulated USDC, ready to trade"
      : "              not funded by this command",
    `  partner     ${signIn(personas.partner.seed)}`,
    simulated
      ? `              then ${app}/partner: level, earnings and a year of simulated history`
      : `              a wallet only: ${personas.partner.address}`,
    `  integrator  ${signIn(personas.integrator.seed)}`,
    simulated
      ? `              then ${app}/developers: keys, OAuth, streams and the assistant endpoint`
      : `              a wallet only: ${personas.integrator.address}`,
    "",
    "  Try:",
    `  curl -s ${venue}/v1/markets`,
    `  curl -sN '${app}/api/perps-dex/stream?market=BTCUSDC&kline=1m'`,
    `  curl -s '${venue}/v1/orderbook/BTCUSDC?depth=5'`,
    ...(oracle === null ? [] : [`  curl -s ${oracle}/v1/prices`]),
    "",
  ];
  return lines.join("\n");
}

/** The origin of the prices, so that no one mistakes simulated prices for real ones. */
function pricesLine(oracle: string | null, sources: string): string {
  if (oracle === null) return "Prices: those that the venue's operator publishes.";
  const simulated = sources.split(",").some((source) => source.trim().startsWith("simulated"));
  return simulated
    ? `Prices: SIMULATED, not those of any market (ORACLE_SOURCES=${sources}).`
    : `Prices: from ${sources}.`;
}
