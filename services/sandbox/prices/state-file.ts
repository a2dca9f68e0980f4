/** What the simulated prices keep between runs besides the bars. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";

const u32 = z.number().int().min(0).max(0xffff_ffff);

const schema = z.object({
  version: z.literal(1),
  model: z.object({
    random: z.tuple([u32, u32, u32, u32]),
    regime: z.number().int().min(0).max(2),
    anchors: z.record(z.string(), z.string().regex(/^\d+$/)),
  }),
  /** How the time of the recording maps to the time of the wall; absent without a replay. */
  replay: z
    .object({ wall: z.number().int(), recorded: z.number().int(), steered: z.boolean() })
    .optional(),
});

export type PricesState = z.output<typeof schema>;
export type ReplayPosition = NonNullable<PricesState["replay"]>;

/**
 * The state of the last run. A damaged file counts as absent with `damaged`: prices come from the bars, only the
 * course of the simulation differs then.
 */
export function readState(path: string): { state: PricesState | undefined; exists: boolean } {
  if (!existsSync(path)) return { state: undefined, exists: false };
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return { state: parsed.data, exists: true };
  } catch {
    return { state: undefined, exists: true };
  }
}

/** Replaces the file in one step, so that a kill leaves the old one or the new one. */
export function writeState(path: string, state: PricesState): void {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, JSON.stringify(state));
  renameSync(temporary, path);
}

export function removeState(path: string): void {
  rmSync(path, { force: true });
}
