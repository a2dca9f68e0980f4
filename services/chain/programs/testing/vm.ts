/**
 * LiteSVM for tests. Where it has no build, tests of programs are skipped, and their names say so.
 */
import { address } from "@solana/kit";
import type { LiteSVM } from "litesvm";

const MACHINE = `${process.platform}-${process.arch}`;
/**
 * The platforms for which LiteSVM publishes a build. On these, a VM that does not load is an error.
 */
export const HAS_VM = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"].includes(MACHINE);

/** The successor of the token program. The VM has it too. */
export const TOKEN_2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

/** Appended to the name of a group of tests. */
export const VM_NOTE = HAS_VM ? "" : ` (skipped: LiteSVM has no build for ${MACHINE})`;

export async function createVm(): Promise<LiteSVM> {
  const { LiteSVM: Vm } = await import("litesvm");
  return new Vm();
}
