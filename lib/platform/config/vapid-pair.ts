/** Whether the VAPID keys of the settings belong together: push services refuse everything that another pair signs. */
import { createECDH } from "node:crypto";
import type { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";

type Keys = { VAPID_PUBLIC_KEY?: string | undefined; VAPID_PRIVATE_KEY?: Secret | undefined };

/** Adds an issue unless the public key is that of the private one, or one of them is missing. */
export function requireVapidPair(env: Keys, context: z.RefinementCtx): void {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (publicKey === undefined || privateKey === undefined) return;
  if (publicKeyOf(privateKey)?.equals(Buffer.from(publicKey, "base64url"))) return;
  const message = "must be the public key of VAPID_PRIVATE_KEY";
  context.addIssue({ code: "custom", path: ["VAPID_PUBLIC_KEY"], message });
}

function publicKeyOf(privateKey: Secret): Buffer | undefined {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(Buffer.from(privateKey.reveal(), "base64url"));
    return pair.getPublicKey();
  } catch {
    return undefined;
  }
}
