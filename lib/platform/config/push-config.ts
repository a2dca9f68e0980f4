/** Settings of pushes. */
import { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";
import { type AllowedTargets, readAllowedTargets } from "./allowed-targets.ts";

export const pushSettings = {
  ROUND_LEVELS: z
    .string()
    .default("BTC:5000,ETH:250,SOL:10")
    .transform(readLevels)
    .describe(
      "Comma-separated `asset:step`: a push is sent when the asset's price crosses a multiple of the step, at most once for each asset and UTC day",
    ),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, "must be 65 bytes, base64url")
    .optional()
    .describe(
      "Public key with which the service identifies itself to the push services of browsers. Belongs to `VAPID_PRIVATE_KEY`. Without both, the app makes a pair and stores it in its database",
    ),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, "must be 32 bytes, base64url")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Private key of `VAPID_PUBLIC_KEY`. With another pair every browser must opt in again",
    ),
  PUSH_SERVICES: z
    .string()
    .default(
      "fcm.googleapis.com,android.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com",
    )
    .transform(readServices)
    .describe(
      "Comma-separated names of the push services that browsers may name, each with the names below it; the default has those of Chrome, Firefox, Safari and Edge. `*` allows any public https address, so that users choose where pushes are sent",
    ),
  PUSH_ALLOWED_TARGETS: z
    .string()
    .default("")
    .transform(readAllowedTargets)
    .describe(
      "Comma-separated hosts, networks and `address:port` of push services that are not public https addresses, for tests, as in `WEBHOOK_ALLOWED_TARGETS`",
    ),
};

export const VAPID_NAMES = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] as const;

export type PushConfig = {
  /** Distances of round levels by asset, exact decimals. */
  levels: ReadonlyMap<string, string>;
  /** Undefined: the pair is in the database. */
  vapid: { publicKey: string; privateKey: Secret } | undefined;
  /** Names of push services, each with the names below it; undefined: any. */
  services: readonly string[] | undefined;
  /** Beside them, for tests. */
  targets: AllowedTargets;
};

type PushEnvironment = z.output<z.ZodObject<typeof pushSettings>>;

export function pushesOf(env: PushEnvironment): PushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  const vapid = publicKey && privateKey && { publicKey, privateKey };
  return {
    levels: env.ROUND_LEVELS,
    vapid: vapid || undefined,
    services: env.PUSH_SERVICES,
    targets: env.PUSH_ALLOWED_TARGETS,
  };
}

function readServices(text: string, context: z.RefinementCtx): string[] | undefined {
  if (text.trim() === "*") return undefined;
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  for (const name of names.filter((one) => !/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(one))) {
    context.addIssue(`${JSON.stringify(name)} is not the name of a push service`);
  }
  return names;
}

function readLevels(text: string, context: z.RefinementCtx): Map<string, string> {
  const levels = new Map<string, string>();
  for (const entry of text.split(",").map((one) => one.trim())) {
    const [, asset = "", step = ""] =
      /^([A-Z0-9]{1,20}):(\d{1,12}(?:\.\d{1,9})?)$/.exec(entry) ?? [];
    if (asset === "" || !/[1-9]/.test(step) || /^0\d/.test(step)) {
      context.addIssue(`${JSON.stringify(entry)} must be asset:step, such as BTC:5000`);
    } else if (levels.has(asset)) context.addIssue(`two steps of ${asset}`);
    else levels.set(asset, step);
  }
  return levels;
}
