/** POST → {signature, sol, usdc}: simulated tokens for the session's wallet, once an hour. 404 on a real network. */
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { welcomeNewcomer } from "#lib/trading/transfers/welcome-newcomer.ts";

export const POST = route({ credential: "wallet" }, welcomeNewcomer);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
