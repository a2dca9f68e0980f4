/** The command line of the check. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { isBuilt } from "#scripts/dev/stack/build.ts";
import { askJournal } from "./ask-journal.ts";
import { checkProduction, type Environments, type Finding, passes } from "./check.ts";
import { type Environment, isProductionName, PRODUCTION_NAMES } from "./processes.ts";

/** Checked when none is named; custody and signers are mostly on other machines. */
const USUAL = ["app", "venue", "oracle"];

const USAGE = `npm run check:production -- [process[=FILE]]…

Checks the environment of each process: ${PRODUCTION_NAMES.join(", ")}. Without a process: ${USUAL.join(", ")}.
A FILE has lines NAME=value, which replace variables of the environment.
Exit code: 0 safe, 1 something is missing, unsafe or simulated, 2 wrong command line.
`;

/** @returns the exit code */
export async function runCheck(
  args: readonly string[],
  environment: Environment,
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  let environments: Environments;
  try {
    environments = readEnvironments(args.length === 0 ? USUAL : args, environment);
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  const findings = await checkProduction(environments, askJournal);
  print(findings.map(lineOf).join(""));
  const isSafe = passes(findings);
  print(isSafe ? "Nothing is missing, unsafe or simulated.\n" : "Not ready for production.\n");
  return isSafe ? 0 : 1;
}

/** @throws Error for an unknown process or a file that cannot be read */
function readEnvironments(args: readonly string[], environment: Environment): Environments {
  const read = args.map((word) => {
    const [name = "", file] = word.split(/=(.*)/s);
    if (!isProductionName(name)) throw new Error(`There is no process ${name}.`);
    const own = file === undefined ? {} : parseEnv(readFileSync(file, "utf8"));
    return [name, { ...environment, ...own, ...(name === "app" && demoBuild()) }] as const;
  });
  return Object.fromEntries(read);
}

/** The build that is here, as the variable that made it. */
function demoBuild(): Environment {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  return isBuilt(root, "embedded") ? { NEXT_PUBLIC_DEMO_WALLET: "1" } : {};
}

function lineOf({ process, code, level, setting, text }: Finding): string {
  return `${level.padEnd(9)} ${process.padEnd(7)} ${code}  ${setting}\n          ${text}.\n`;
}
