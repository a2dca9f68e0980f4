/** The simulated outside world in one process: which parts it has, and how a stack hands each its own settings. */
import { z } from "zod";
import type { ProcessName } from "./process-names.ts";

/** Parts of the world, which a cluster runs as processes of their own. */
export const WORLD_PARTS = [
  "chain",
  "destination-chain",
  "sandbox",
  "oracle",
  "vault-signer-1",
  "vault-signer-2",
  "vault-signer-3",
  "custody",
] as const satisfies readonly ProcessName[];
export type WorldPart = (typeof WORLD_PARTS)[number];

/** The variable that holds the settings of the parts, each with its own secrets only. */
export const WORLD_VARIABLE = "WORLD_SETTINGS";

const settingsSchema = z.partialRecord(z.enum(WORLD_PARTS), z.record(z.string(), z.string()));
export type WorldSettings = z.output<typeof settingsSchema>;

/** @throws Error when the variable is missing or was not written by a stack */
export function readWorldSettings(text: string | undefined): WorldSettings {
  if (text === undefined)
    throw new Error(`${WORLD_VARIABLE} is not set: a stack starts the world.`);
  return settingsSchema.parse(JSON.parse(text));
}
