/**
 * POST → {signature, sol, usdc}: sends simulated tokens to the session's wallet, once an hour. 404
 * on a real network.
 */
import { route } from "#lib/server/route.ts";
import { welcomeNewcomer } from "#lib/trading/transfers/welcome-newcomer.ts";

export const POST = route({ credential: "wallet" }, welcomeNewcomer);
