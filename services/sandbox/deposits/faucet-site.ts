/** The faucet over HTTP. */
import { z } from "zod";
import { amount, parseBody, publicKey } from "#services/sandbox/site/body.ts";
import { jsonSite } from "#services/sandbox/site/json-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import type { Faucet } from "./faucet.ts";

const faucetBody = z.strictObject({ account: publicKey, amount });

export function faucetSite(faucet: Faucet): Site {
  return jsonSite({
    "/faucet": {
      POST: async ({ body }) => {
        const { account, amount: given } = parseBody(faucetBody, body);
        return { transfer: await faucet.give(account, given) };
      },
    },
  });
}
