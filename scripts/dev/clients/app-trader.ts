/** A wallet that trades through the app: with a session, a venue key and simulated money. */
import { randomBytes } from "node:crypto";
import { Wallet } from "#lib/kernel/wallet.ts";
import { AppVisitor } from "./wallet-session.ts";

export type AppTrader = { visitor: AppVisitor; wallet: Wallet };

/** Without a seed, a new person. @throws Error when a step is refused */
export async function prepareAppTrader(
  { app, sandbox }: { app: string; sandbox: string },
  { label, amount, seed = randomBytes(32) }: { label: string; amount: string; seed?: Buffer },
): Promise<AppTrader> {
  const wallet = new Wallet(seed);
  const visitor = new AppVisitor(app);
  await visitor.signIn({ seed: seed.toString("hex"), address: wallet.address });
  await visitor.createVenueKey(wallet, label);
  await fundAccount(sandbox, wallet.address, amount);
  return { visitor, wallet };
}

/** Gives an account simulated USDC. @throws Error when the faucet refuses */
export async function fundAccount(
  sandbox: string,
  account: string,
  amount: string,
  signal?: AbortSignal,
): Promise<void> {
  const response = await fetch(`${sandbox}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account, amount }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`faucet: ${response.status} ${await response.text()}`);
}
