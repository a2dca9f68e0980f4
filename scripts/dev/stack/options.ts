/** The options of a stack, from the variables that `npm start` knows. An empty environment is valid. */
import { resolve } from "node:path";
import { z } from "zod";
import { readEnvironment } from "#lib/kernel/env.ts";
import { readVenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { BuildKind } from "./build.ts";

const port = z.coerce.number().int().min(0).max(65535);

export const startSettings = z.object({
  PORT: port
    .default(3000)
    .describe(
      "Port of the app. A taken port moves to the next free one, as do the ports below; 0 takes any",
    ),
  VENUE_PORT: port.default(4000).describe("Port of the venue"),
  SANDBOX_PORT: port.default(4100).describe("Port of the sandbox"),
  SANDBOX_SMTP_PORT: port.default(4125).describe("Port of the simulated mail server"),
  ORACLE_PORT: port.default(4200).describe("Port of the oracle"),
  CHAIN_PORT: port
    .max(65534)
    .default(4300)
    .describe("Port of the simulated chain; its WebSocket is on the next one"),
  DESTINATION_CHAIN_PORT: port
    .max(65534)
    .default(4310)
    .describe("Port of the simulated chain to which swaps lead; its WebSocket is on the next one"),
  CUSTODY_PORT: port.default(4400).describe("Port of custody"),
  VAULT_SIGNER_PORT: port
    .max(65533)
    .default(4410)
    .describe(
      "Port of the first of the three simulated vault signers; the others have the next ones",
    ),
  HOST: z.string().default("127.0.0.1").describe("Address that all processes listen on"),
  DATA_DIR: z.string().default(".data").describe("Folder for all data on disk"),
  VENUE_URL: z
    .string()
    .transform(readVenueAddresses)
    .optional()
    .describe(
      "Another venue; separate several addresses of it by commas. Then neither a venue nor a simulated market starts",
    ),
  ORACLE_SOURCES: z
    .string()
    .optional()
    .describe(
      "Where prices come from. With `VENUE_URL` the oracle runs only when this and `VENUE_OPERATOR_KEY` are set",
    ),
  VENUE_OPERATOR_KEY: z.string().optional().describe("Operator key of another venue"),
  SOLANA_RPC_URL: z
    .string()
    .optional()
    .describe("A node of a Solana network. Then no simulated chain starts"),
  BASE_URL: z.url().optional().describe("Address that browsers use, when it is not this machine's"),
});

export type StackOptions = {
  root: string;
  dataDir: string;
  host: string;
  /** 0 means any free port; a taken port moves to the next. */
  ports: Record<
    | "app"
    | "venue"
    | "sandbox"
    | "smtp"
    | "oracle"
    | "chain"
    | "destinationChain"
    | "custody"
    | "vaultSigners",
    number
  >;
  venueUrl: string | undefined;
  /** False with a venue that gets its marks from elsewhere. */
  hasOracle: boolean;
  /** False with another venue, and with a node of a real network. */
  hasChain: boolean;
  /** In the form that the oracle process reads. */
  priceSources: string;
  baseUrl: string | undefined;
  /** Two venues on one journal and two apps; the stack goes on when one of them dies. */
  isCluster: boolean;
  /** The checkout that the second app runs from; default: `root`. */
  secondRoot?: string;
  /** Next builds pages on request, and again when their source changes. */
  development: boolean;
  /** The environment that the processes inherit, without the secrets of other processes. */
  environment: NodeJS.ProcessEnv;
};

/** @throws Error that lists every problem at once */
export function readStackOptions(
  root: string,
  environment: NodeJS.ProcessEnv,
  { development = false, isCluster = false } = {},
): StackOptions {
  const env = readEnvironment(startSettings, environment);
  return {
    root,
    dataDir: resolve(root, env.DATA_DIR),
    host: env.HOST,
    ports: {
      app: env.PORT,
      venue: env.VENUE_PORT,
      sandbox: env.SANDBOX_PORT,
      smtp: env.SANDBOX_SMTP_PORT,
      oracle: env.ORACLE_PORT,
      chain: env.CHAIN_PORT,
      destinationChain: env.DESTINATION_CHAIN_PORT,
      custody: env.CUSTODY_PORT,
      vaultSigners: env.VAULT_SIGNER_PORT,
    },
    venueUrl: env.VENUE_URL,
    priceSources: env.ORACLE_SOURCES ?? "simulated",
    hasOracle:
      env.VENUE_URL === undefined ||
      (env.ORACLE_SOURCES !== undefined && env.VENUE_OPERATOR_KEY !== undefined),
    hasChain: env.VENUE_URL === undefined && !env.SOLANA_RPC_URL,
    baseUrl: env.BASE_URL?.replace(/\/$/, ""),
    isCluster,
    development,
    environment,
  };
}

/** Only a build for the own venue contains the demo wallet. */
export function kindOf({ venueUrl }: StackOptions): BuildKind {
  return venueUrl === undefined ? "embedded" : "production";
}
