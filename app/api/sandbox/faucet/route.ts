/** POST → {transfer}: 10,000 simulated USDC for the signed-in account. 404 when no simulated market runs. */
import { route } from "#lib/server/route.ts";
import { fundFromFaucet } from "#lib/trading/venue-access/faucet.ts";

export const POST = route({ credential: "wallet" }, fundFromFaucet);
