/** The data folder of a whole stack: secrets and demo wallets that are made once, and the lock of its user. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { acquireFileLock, type FileLock, FolderInUseError } from "#lib/kernel/file-lock.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { type Persona, personaSchema } from "#scripts/dev/clients/wallet-session.ts";
import type { Say } from "./say.ts";

/** A folder that lacks one of these is damaged. */
const firstSecrets = z.object({
  VENUE_OPERATOR_KEY: z.string(),
  SESSION_SECRET: z.string(),
  ENCRYPTION_SECRET: z.string(),
});
/** A folder may be older than these, which are then added. */
const laterSecrets = z.object({
  /** The app's client at the simulated identity provider, used nowhere else. */
  OIDC_CLIENT_ID: z.string(),
  OIDC_CLIENT_SECRET: z.string(),
  APP_OPERATOR_KEY: z.string(),
  /** The keys of the own venue. */
  VENUE_PARTNER_KEY: z.string(),
  VENUE_READER_KEY: z.string(),
  VENUE_CUSTODY_KEY: z.string(),
  VENUE_RESERVES_SEED: z.string(),
  /** Keys of the service at the simulated checkout: addresses that it signs, and callbacks. */
  ONRAMP_SECRET_KEY: z.string(),
  ONRAMP_WEBHOOK_KEY: z.string(),
  /** Keys of simulated parties on the simulated chain: 32 bytes in hex each. */
  CHAIN_TREASURY_SEED: z.string(),
  /** Key of the relay of swaps to the other chain. */
  RELAY_SEED: z.string(),
  VAULT_SIGNER_1_SEED: z.string(),
  VAULT_SIGNER_2_SEED: z.string(),
  VAULT_SIGNER_3_SEED: z.string(),
  /** Pays the network's fees of custody's payments, and moves nothing of the vault. */
  CUSTODY_FEE_SEED: z.string(),
  /** The app's key at custody, and custody's at the signers: for deposit addresses. */
  CUSTODY_ACCESS_KEY: z.string(),
  SIGNER_ACCESS_KEY: z.string(),
  /** The address of the vault's multisig, which is public. */
  VAULT_AUTHORITY: z.string(),
});
const allSecrets = firstSecrets.extend(laterSecrets.shape);
const storedSecrets = z.looseObject({ ...firstSecrets.shape, ...laterSecrets.partial().shape });
export type Secrets = z.output<typeof allSecrets>;

const personasSchema = z.object({
  trader: personaSchema,
  partner: personaSchema,
  integrator: personaSchema,
});
export type Personas = z.output<typeof personasSchema>;

/**
 * Written to `endpoints.json` when a stack is ready. With another venue, `sandbox` and `mail` are null, and `oracle`
 * may be.
 */
const endpointsSchema = z.object({
  app: z.string(),
  venue: z.string(),
  sandbox: z.string().nullable(),
  oracle: z.string().nullable(),
  /** JSON-RPC of the simulated chain; its WebSocket is on the next port. Null when there is none. */
  chain: z.string().nullable(),
  /** The same of the simulated chain to which swaps lead. */
  destinationChain: z.string().nullable(),
  /** Where custody proves what the vault holds; null when deposits come by the operator's command. */
  custody: z.string().nullable(),
  /** The page that shows the mails; absent when another mail server is configured. */
  mail: z.string().nullable(),
  personas: personasSchema,
});
export type Endpoints = z.output<typeof endpointsSchema>;

/** Locks that the processes of a stack hold on their own folders, below the data folder. */
const PROCESS_LOCKS = [
  "venue/lock",
  "sandbox/lock",
  "chain/lock",
  "destination/chain/lock",
  "vault-signer-1/lock",
  "vault-signer-2/lock",
  "vault-signer-3/lock",
  "custody/lock",
  "db/process.lock",
];
const HANDOVER_MS = 15_000;
const HANDOVER_STEP_MS = 100;

/** Locks the data folder for one stack. @throws Error that names the stack that has the lock */
export function lockDataDir(dataDir: string): FileLock {
  try {
    return acquireFileLock(join(dataDir, "instance.lock"));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    // Another version may have written the file.
    const where = readEndpointsAs(dataDir, endpointsSchema.pick({ app: true }))?.app;
    throw new Error(
      `An instance is running on the data folder ${dataDir}${where ? ` (${where})` : ""}. ` +
        "Stop it first, or choose another folder with DATA_DIR.",
    );
  }
}

/**
 * Waits until the processes of an earlier stack have released their folders: after a SIGKILL of their parent
 * they still drain for a moment. @throws Error when one does not
 */
export async function awaitHandover(dataDir: string, say: Say): Promise<void> {
  for (let waited = 0; ; waited += HANDOVER_STEP_MS) {
    const busy = PROCESS_LOCKS.map((name) => join(dataDir, name)).find(isLocked);
    if (!busy) return;
    if (waited === 0) say("waiting for the processes of the last run to stop");
    if (waited >= HANDOVER_MS) {
      throw new Error(
        `Another process uses ${dirname(busy)}. Stop it, or choose another DATA_DIR.`,
      );
    }
    await sleep(HANDOVER_STEP_MS);
  }
}

function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    acquireFileLock(path).release();
    return false;
  } catch (error) {
    if (error instanceof FolderInUseError) return true;
    throw error;
  }
}

/** A variable of these names takes precedence over what is kept. The others belong to parties that this folder simulates. */
const GIVEN_BY_VARIABLE = [
  "VENUE_OPERATOR_KEY",
  "SESSION_SECRET",
  "ENCRYPTION_SECRET",
  "APP_OPERATOR_KEY",
  "VENUE_PARTNER_KEY",
  "VENUE_READER_KEY",
  "VENUE_CUSTODY_KEY",
  "VENUE_RESERVES_SEED",
] as const satisfies readonly (keyof Secrets)[];

/** The secrets of this data folder, made at the first call. */
export function openSecrets(
  dataDir: string,
  environment: Record<string, string | undefined>,
): Secrets {
  const path = join(dataDir, "secrets.json");
  const added = newLaterSecrets();
  const found = keep(path, storedSecrets, () => ({
    VENUE_OPERATOR_KEY: `operator_${randomHex()}`,
    SESSION_SECRET: randomHex(),
    ENCRYPTION_SECRET: randomHex(),
    ...added,
  }));
  const stored = { ...added, ...found };
  if (Object.keys(stored).length > Object.keys(found).length) writePrivate(path, stored);
  const secrets = allSecrets.parse(stored);
  for (const name of GIVEN_BY_VARIABLE) secrets[name] = environment[name] || secrets[name];
  return secrets;
}

function newLaterSecrets(): z.output<typeof laterSecrets> {
  return {
    OIDC_CLIENT_ID: "svc-app",
    OIDC_CLIENT_SECRET: randomHex(),
    APP_OPERATOR_KEY: `operator_${randomHex()}`,
    VENUE_PARTNER_KEY: `partner_${randomHex()}`,
    VENUE_READER_KEY: `reader_${randomHex()}`,
    VENUE_CUSTODY_KEY: `custody_${randomHex()}`,
    VENUE_RESERVES_SEED: randomHex(),
    ONRAMP_SECRET_KEY: randomHex(),
    ONRAMP_WEBHOOK_KEY: randomHex(),
    CHAIN_TREASURY_SEED: randomHex(),
    RELAY_SEED: randomHex(),
    VAULT_SIGNER_1_SEED: randomHex(),
    VAULT_SIGNER_2_SEED: randomHex(),
    VAULT_SIGNER_3_SEED: randomHex(),
    CUSTODY_FEE_SEED: randomHex(),
    CUSTODY_ACCESS_KEY: `custody_${randomHex()}`,
    SIGNER_ACCESS_KEY: `custody_${randomHex()}`,
    // The private key of this address is not stored anywhere: the account there is a multisig.
    VAULT_AUTHORITY: newPersona().address,
  };
}

function randomHex(): string {
  return randomBytes(32).toString("hex");
}

/** The demo wallets of this data folder: random, made at the first call. */
export function openPersonas(dataDir: string): Personas {
  return keep(join(dataDir, "personas.json"), personasSchema, () => ({
    trader: newPersona(),
    partner: newPersona(),
    integrator: newPersona(),
  }));
}

function newPersona(): Persona {
  const seed = randomBytes(32);
  return { seed: seed.toString("hex"), address: new Wallet(seed).address };
}

export function readEndpoints(dataDir: string): Endpoints | undefined {
  return readEndpointsAs(dataDir, endpointsSchema);
}

function readEndpointsAs<Schema extends z.ZodType>(
  dataDir: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDir, "endpoints.json"), "utf8")));
  } catch {
    return undefined;
  }
}

export function writeEndpoints(dataDir: string, endpoints: Endpoints): void {
  writePrivate(join(dataDir, "endpoints.json"), endpoints);
}

/** Runs `work` once in the life of a data folder. */
export async function onceInDataDir(path: string, work: () => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  await work();
  writePrivate(path, { done_at: new Date().toISOString() });
}

function keep<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  make: () => z.output<Schema>,
): z.output<Schema> {
  if (!existsSync(path)) {
    const made = make();
    writePrivate(path, made);
    return made;
  }
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new Error(`${path} is damaged. Restore it, or wipe the data with \`npm run reset\`.`);
  }
}

/** Writes a file that only its owner can read, and never writes it by halves. */
function writePrivate(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}
