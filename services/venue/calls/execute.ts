/** Executes a command that no trader signs, and throws its refusal. */
import { refusalError } from "#lib/kernel/errors/errors.ts";
import { encodeCommand } from "#services/venue/engine/command-codec.ts";
import type { CustodyCommand, OperatorCommand } from "#services/venue/engine/commands.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import type { HostContext } from "./answer-call.ts";

export function execute(
  { venue }: HostContext,
  command: OperatorCommand | CustodyCommand,
): Outcome {
  const outcome = venue.sequencer.execute(encodeCommand(command));
  if (outcome.kind === "refused") throw refusalError(outcome.refusal);
  return outcome;
}
