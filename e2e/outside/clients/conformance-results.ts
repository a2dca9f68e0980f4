/** The output of a run of the conformance suite: a folder per scenario with its checks. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Check = { id: string; status: string; errorMessage?: string };
export type Verdict = { scenario: string; checks: Check[] };

/** @param folder its `--output-dir` */
export function readVerdicts(folder: string): Verdict[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith("checks.json"))
    .map((file) => ({
      scenario: scenarioOf(dirname(file)),
      checks: JSON.parse(readFileSync(join(folder, file), "utf8")) as Check[],
    }));
}

/** Each folder is named after the command, the scenario and the time. */
function scenarioOf(folder: string): string {
  return folder
    .replace(/^(server|authorization(-server)?)-(?=\w)/, "")
    .replace(/-\d{4}-\d\d-\d\dT.*$/, "");
}
