/** The text of docs/settings.md. */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { appSettings } from "#lib/platform/config/config.ts";
import { markdownTable } from "#scripts/dev/markdown-table.ts";
import { startSettings } from "#scripts/dev/stack/options.ts";
import { chainSettings } from "#services/chain/config.ts";
import { custodySettings, signerSettings } from "#services/custody/config.ts";
import { oracleSettings } from "#services/oracle/config.ts";
import { sandboxSettings } from "#services/sandbox/config.ts";
import { venueSettings } from "#services/venue/config.ts";

export const SETTINGS_FILE = fileURLToPath(new URL("../../../docs/settings.md", import.meta.url));

const PROCESSES = [
  {
    title: "`npm start`",
    about:
      "`npm start` reads these and chooses the rest. It passes every other variable of this page on to the process that reads it.",
    settings: startSettings,
  },
  { title: "App", about: "`server.ts`, the Next.js application.", settings: appSettings },
  { title: "Venue", about: "`services/venue/main.ts`.", settings: venueSettings },
  { title: "Oracle", about: "`services/oracle/main.ts`.", settings: oracleSettings },
  {
    title: "Chain",
    about:
      "`services/chain/main.ts`: the simulated Solana chain. `npm start` chooses the accounts that it begins with.",
    settings: chainSettings,
  },
  {
    title: "Custody",
    about:
      "`services/custody/main.ts`: credits deposits into the vault and pays withdrawals. `npm start` sets all of these.",
    settings: custodySettings,
  },
  {
    title: "Vault signer",
    about:
      "`services/custody/signer/main.ts`, which the holder of one of the vault's keys runs. `npm start` runs three simulated ones.",
    settings: signerSettings,
  },
  {
    title: "Sandbox",
    about: "`services/sandbox/main.ts`: the simulated parties.",
    settings: sandboxSettings,
  },
] as const;

const HEAD = `# Settings

Every setting is an environment variable. \`npm start\` needs none: it chooses ports, makes secrets and stores them in
\`DATA_DIR/secrets.json\`. A process that finds a wrong setting lists all wrong settings and does not start.

\`npm run settings\` makes this page from the schemas with which the processes check their environment.`;

const DEPLOYMENT = `## In production

- Set \`DATABASE_URL\`. PGlite survives a killed process but not a power cut, and takes 0.5 to 0.9 GB of memory. The venue's journal
  is synced to disk before any order is acknowledged.
- With \`VENUE_URL\`, the venue has to name the app's hosts in \`VENUE_READER_ADDRESSES\`, and an oracle has to publish marks: one here
  (\`ORACLE_SOURCES\`, \`VENUE_OPERATOR_KEY\`) or elsewhere (\`ORACLE_URL\`).
- A replica forwards the sign-ups of its users from one address: \`VENUE_ACCOUNT_LIMIT\` has to allow them. Name the host of Prometheus in
  \`METRICS_ADDRESSES\` of each process, and let no reverse proxy pass \`/metrics\` on.
- Replicas of the app share \`DATABASE_URL\`, \`BASE_URL\`, \`SESSION_SECRET\` and \`ENCRYPTION_SECRET\`, and count limits together with
  \`REDIS_URL\`. [Scaling](scaling.md) has the numbers.
- \`npm run check:production\` reads an environment and reports missing and unsafe settings; [deploy.md](deploy.md) has files to start from.`;

export function settingsDocument(): string {
  const parts = PROCESSES.map(
    ({ title, about, settings }) => `## ${title}\n\n${about}\n\n${settingsTable(settings)}`,
  );
  return `${[HEAD, ...parts, DEPLOYMENT].join("\n\n")}\n`;
}

/** @throws Error for a setting without a description. */
export function settingsTable(settings: z.ZodObject): string {
  const rows = Object.entries(settings.shape).map(([name, setting]) => {
    const { description } = z.globalRegistry.get(setting as z.ZodType) ?? {};
    if (description === undefined) throw new Error(`${name} has no description`);
    // A default that depends on the machine, or is long, appears in the description.
    const initial = description.includes("Default:") ? "" : defaultOf(setting as z.ZodType);
    return [`\`${name}\``, initial, description];
  });
  return markdownTable(["variable", "default", "meaning"], rows);
}

/** The default as it would stand in the environment; an optional setting has none. */
function defaultOf(setting: z.ZodType): string {
  const { default: value } = z.toJSONSchema(setting, { io: "input", unrepresentable: "any" });
  if (value === "") return "empty";
  if (value !== undefined)
    return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
  return setting.safeParse(undefined).success ? "" : "**required**";
}
