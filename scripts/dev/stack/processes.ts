/** The processes of a stack: their programs, the ports that they listen on, and the environment of each. */
import { join } from "node:path";
import { buildMarkerOption } from "#lib/platform/process/await-build.ts";
import type { Say } from "#scripts/dev/say.ts";
import { reachableUrl } from "#services/sandbox/config.ts";
import type { ChildSpec } from "./child.ts";
import type { ReservedPort } from "./ports.ts";
import { PROCESS_NAMES, type ProcessName, VAULT_SIGNER_NAMES } from "./process-names.ts";
import { NOT_FOR_EVERYONE, ownOfProcesses, type SettingsParts } from "./process-settings.ts";

const VAULT_SIGNER = {
  program: "services/custody/signer/main.ts",
  portSetting: "VAULT_SIGNER_PORT",
};
const VENUE = { program: "services/venue/main.ts", portSetting: "VENUE_PORT" };
const APP = { program: "server.ts", portSetting: "PORT" };
const CHAIN = { program: "services/chain/main.ts", portSetting: "CHAIN_PORT" };
const PROGRAMS: Record<ProcessName, { program: string; portSetting: string }> = {
  venue: VENUE,
  "venue-2": VENUE,
  chain: CHAIN,
  "destination-chain": CHAIN,
  sandbox: { program: "services/sandbox/main.ts", portSetting: "SANDBOX_PORT" },
  oracle: { program: "services/oracle/main.ts", portSetting: "ORACLE_PORT" },
  "vault-signer-1": VAULT_SIGNER,
  "vault-signer-2": VAULT_SIGNER,
  "vault-signer-3": VAULT_SIGNER,
  custody: { program: "services/custody/main.ts", portSetting: "CUSTODY_PORT" },
  app: APP,
  "app-2": APP,
};

/**
 * Processes that are started again when they die: venue and world have on the disk everything that they acknowledged, and the app
 * tolerates their absence. The app is not restarted, because a defect or a lack of memory or disk ends it, which the person at
 * the terminal should see.
 */
export const RESTARTED: readonly (ProcessName | "world")[] = ["venue", "world"];

/** A process without a port does not run in this stack. */
export type Ports = Partial<Record<ProcessName, ReservedPort>> & {
  app: ReservedPort;
  /** The port of the sandbox's mail server. */
  smtp?: ReservedPort;
};

export type SpecParts = Omit<
  SettingsParts,
  "smtpPort" | "signerUrls" | "venueNodes" | "listening"
> & {
  ports: Ports;
  /** The file that the apps of this checkout wait for before they load their pages; absent when these are built. */
  marker?: string | undefined;
  say: Say;
};

export type ProcessPlan = {
  spec: ChildSpec & { name: ProcessName | "world" };
  /** All that it listens on. */
  ports: number[];
};

/** Each process gets the settings of the environment and only its own secrets. */
export function processPlans(parts: SpecParts): ProcessPlan[] {
  const { ports } = parts;
  const smtpPort = ports.smtp?.port;
  const signerUrls = VAULT_SIGNER_NAMES.flatMap((name) => {
    const port = ports[name]?.port;
    return port === undefined ? [] : [reachableUrl(parts.options.host, port)];
  });
  const venueNodes = parts.venueUrl.split(",");
  const bindings = PROCESS_NAMES.flatMap((name) => {
    const port = ports[name]?.port;
    if (port === undefined) return [];
    return { name, port, all: [port, ...furtherPorts(name, port, smtpPort)] };
  });
  const listening = bindings.flatMap(({ all }) => all);
  const own = ownOfProcesses({ ...parts, smtpPort, signerUrls, venueNodes, listening });
  return bindings.map(({ name, port, all }) => ({
    spec: childSpec(parts, { name, port, own: own[name] }),
    ports: all,
  }));
}

function furtherPorts(name: ProcessName, port: number, smtpPort: number | undefined): number[] {
  // A chain's WebSocket is where clients of a node look for it.
  if (name === "chain" || name === "destination-chain") return [port + 1];
  return name === "sandbox" && smtpPort !== undefined ? [smtpPort] : [];
}

type Part = {
  name: ProcessName;
  port: number;
  /** Variables of this process only. */
  own: Record<string, string | undefined>;
};

function childSpec(
  { options, marker, say }: SpecParts,
  { name, port, own }: Part,
): ChildSpec & { name: ProcessName } {
  const { dataDir, root, host } = options;
  const { program, portSetting } = PROGRAMS[name];
  const shared = Object.entries(options.environment).filter(
    ([key]) => !NOT_FOR_EVERYONE.includes(key),
  );
  const env = {
    ...Object.fromEntries(shared),
    NODE_ENV: "production",
    // Node keeps compiled sources, because loading them takes most of a start.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"),
    DATA_DIR: dataDir,
    HOST: host,
    [portSetting]: String(port),
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  } as NodeJS.ProcessEnv;
  const cwd = name === "app-2" ? (options.secondRoot ?? root) : root;
  const waits = PROGRAMS[name] === APP && cwd === root && marker !== undefined;
  return {
    name,
    args: waits ? [program, buildMarkerOption(marker)] : [program],
    cwd,
    env,
    logPath: join(dataDir, "logs", `${name}.log`),
    url: reachableUrl(host, port),
    // A venue on a shared journal may be the standby, which never answers /readyz.
    readyPath: own["VENUE_NODE_URL"] === undefined ? "/readyz" : "/healthz",
    onErrorLine: (line: string) => say(`  [${name}] ${line}`),
  };
}
