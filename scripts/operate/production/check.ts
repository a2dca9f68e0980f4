/** Checks the environments of several processes, each for itself and against each other. */
import { checkProcess, type Fault, secretsOf } from "./checks.ts";
import { CODES, type Code, type Level } from "./codes.ts";
import {
  type Environment,
  PRODUCTION,
  PRODUCTION_NAMES,
  type ProductionName,
  readEach,
} from "./processes.ts";

export type Finding = {
  process: ProductionName;
  code: Code;
  level: Level;
  /** The setting, or the line with which the process would refuse to start. */
  setting: string;
  text: string;
};

export type Environments = Partial<Record<ProductionName, Environment>>;

/** What the journal's server says about itself. @returns the codes of its faults */
export type AskJournal = (url: string) => Promise<Code[]>;

export async function checkProduction(
  environments: Environments,
  askJournal: AskJournal,
): Promise<Finding[]> {
  const findings = PRODUCTION_NAMES.flatMap((name) => {
    const environment = environments[name];
    if (environment === undefined) return [];
    return checkProcess(name, environment).map((fault) => finding(name, fault));
  });
  return [
    ...findings,
    ...differences(environments),
    ...(await journalFindings(environments.venue, askJournal)),
  ];
}

/** Exit code of the command. */
export function passes(findings: readonly Finding[]): boolean {
  return findings.every(({ level }) => level === "advice");
}

function finding(process: ProductionName, [code, setting]: Fault): Finding {
  const [level, text] = CODES[code];
  return { process, code, level, setting, text };
}

async function journalFindings(
  environment: Environment | undefined,
  askJournal: AskJournal,
): Promise<Finding[]> {
  if (environment === undefined) return [];
  const { VENUE_JOURNAL_URL: url } = readEach(PRODUCTION.venue.settings, environment);
  const codes = url === undefined ? [] : await askJournal(url.reveal());
  return codes.map((code) => finding("venue", [code, "VENUE_JOURNAL_URL"]));
}

/** Keys that a process shares with the venue, and the venue that all of them name. */
function differences(environments: Environments): Finding[] {
  const venue = environments.venue && secretsOf("venue", environments.venue);
  const clients = PRODUCTION_NAMES.filter((name) => name !== "venue");
  const keys = clients.flatMap((name) => {
    const environment = environments[name];
    if (environment === undefined || venue === undefined) return [];
    const own = [...secretsOf(name, environment)];
    const differing = own.filter(
      ([setting, text]) => setting.startsWith("VENUE_") && venue.get(setting) !== text,
    );
    return differing.map(([setting]) => finding(name, ["KEYS_DIFFER", setting]));
  });
  const urls = clients.flatMap((name) => {
    const environment = environments[name];
    return environment === undefined ? [] : [[name, environment["VENUE_URL"]] as const];
  });
  const first = urls[0]?.[1];
  const others = urls.filter(([, url]) => url !== first);
  return [...keys, ...others.map(([name]) => finding(name, ["VENUES_DIFFER", "VENUE_URL"]))];
}
