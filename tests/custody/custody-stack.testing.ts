/** Chain, venue, custody and the three signers of a vault as processes, for tests that kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { encodeDepositKey } from "#lib/kernel/deposit-key.ts";
import { Secret } from "#lib/kernel/env.ts";
import { listen } from "#lib/kernel/http/http-server.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { DepositAddressState } from "#lib/protocol/wire/deposit-address.ts";
import { VaultProof } from "#lib/protocol/wire/vault.ts";
import { type Audit, auditVault } from "#services/custody/audit/audit.ts";
import { auditConfig } from "#services/custody/config.ts";
import {
  depositKeyOf,
  deriveDepositShare,
  publicShare,
} from "#services/custody/vault/deposit-shares.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import { deriveVault, type Vault } from "#services/custody/vault/vault-address.ts";
import { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import {
  CUSTODY_KEY,
  OPERATOR_KEY,
  READER_KEY,
  TestTrader,
} from "#services/venue/venue.testing.ts";
import { TestTreasury } from "./treasury.testing.ts";

export const PROCESSES = ["chain", "venue", "signer-1", "signer-2", "signer-3", "custody"] as const;
export type ProcessName = (typeof PROCESSES)[number] | "custody-2";

const ENTRY: Record<string, string> = {
  chain: "services/chain/main.ts",
  venue: "services/venue/main.ts",
  custody: "services/custody/main.ts",
  signer: "services/custody/signer/main.ts",
};

/** With this slot time a blockhash lives for 12 s, long enough on a machine under load. */
const SLOT_MS = 80;

export function deriveSeed(name: string): string {
  return createHash("sha256").update(`custody test ${name}`).digest("hex");
}

export const SIGNER_SEEDS = ["signer-1", "signer-2", "signer-3"].map(deriveSeed);
export const FEE_SEED = deriveSeed("fee payer");
const AUTHORITY = deriveKeyPair(deriveSeed("authority")).publicKey;
const TREASURY_SEED = deriveSeed("treasury");
export const DEPOSIT_KEY = depositKeyOf(
  SIGNER_SEEDS.map((seed) => {
    const signerKeys = SIGNER_SEEDS.map((one) => deriveKeyPair(one).publicKey);
    return publicShare(deriveDepositShare(seed, { signerKeys, authority: AUTHORITY }));
  }),
);
/** The app's key at custody, and custody's at the signers. */
export const CUSTODY_ACCESS_KEY = `custody_${deriveSeed("app")}`;
export const SIGNER_ACCESS_KEY = `custody_${deriveSeed("sweeps")}`;

/**
 * The terms of a withdrawal at the venue's default prices. Use OPENING for a wallet without a USDC
 * account.
 */
export const PAYING = { fee: "0.1", opens_account: false };
export const OPENING = { fee: "1.1", opens_account: true };

export type CustodyStack = Awaited<ReturnType<typeof startCustodyStack>>;

const SIGNER_PORTS = ["signer-1", "signer-2", "signer-3"];
const PORTS = ["chain", "socket", "venue", "custody", ...SIGNER_PORTS, "custody-2"];

/** @param settings of single processes, in addition to the stack's own */
export async function startCustodyStack(
  settings: Partial<Record<ProcessName, Record<string, string>>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "custody-"));
  const ports = await freePorts(PORTS);
  const url = (name: string) => `http://127.0.0.1:${ports[name]}`;
  const addresses = addressesOf(url);
  const processes = new Processes({ folder, ports, url }, settings);
  const { start, kill } = processes;
  const chain = new ChainReads(url("chain"));
  const vault: Vault = await deriveVault(AUTHORITY, USDC_MINT);
  const treasury = await TestTreasury.open(url("chain"), TREASURY_SEED, vault);
  for (const name of ["chain", "venue"] as const) await start(name);
  await treasury.airdrop(deriveKeyPair(FEE_SEED).publicKey, 10_000_000_000);
  await Promise.all(PROCESSES.slice(2).map(start));
  const reader = new CustodyVenueClient(url("venue"), new Secret(READER_KEY));
  return {
    folder,
    url,
    chain,
    vault,
    treasury,
    /** A client that reads the venue's feed. */
    reader,
    addresses: auditConfig(addresses),
    start,
    kill,
    audit: (): Promise<Audit> => auditVault(auditConfig(addresses)),
    /** Waits for custody's first pass. */
    proof: async (): Promise<VaultProof> => {
      for (;;) {
        const response = await fetch(`${url("custody")}/v1/vault`);
        if (response.ok) return VaultProof.parse(await response.json());
        await sleep(50);
      }
    },
    /** The state of an account's deposit address, which custody watches from then on. */
    depositAddress: (account: string) => depositAddressAt(url("custody"), account),
    /** A second custody with the same keys, as a mistake of an operator would start one. */
    startOtherCustody: async () => {
      await start("custody-2");
      return {
        depositAddress: (account: string) => depositAddressAt(url("custody-2"), account),
        stop: () => kill("custody-2"),
      };
    },
    /** Calls a method that only test chains have. */
    hook: async (method: string, params: unknown[]): Promise<unknown> => {
      const response = await fetch(url("chain"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      return ((await response.json()) as { result: unknown }).result;
    },
    trader: async (name: string): Promise<TestTrader> => {
      const trader = new TestTrader(url("venue"), name);
      await trader.createKey(Date.now());
      return trader;
    },
    stop: async (): Promise<void> => {
      await processes.endAll();
      chain.close();
      reader.close();
      if (process.env["CUSTODY_KEEP"] === undefined)
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for custody, which the test may have killed. */
async function depositAddressAt(custody: string, account: string): Promise<DepositAddressState> {
  const headers = {
    authorization: `Bearer ${CUSTODY_ACCESS_KEY}`,
    "content-type": "application/json",
  };
  const init = { method: "POST", headers, body: JSON.stringify({ account }) };
  return vi.waitFor(async () => {
    const response = await fetch(`${custody}/v1/deposit-addresses`, init);
    if (!response.ok) throw new Error(`custody answers ${response.status}`);
    return DepositAddressState.parse(await response.json());
  });
}

type StackAddresses = {
  folder: string;
  ports: Record<string, number>;
  url: (name: string) => string;
};

function addressesOf(url: StackAddresses["url"]) {
  return {
    SOLANA_RPC_URL: url("chain"),
    SOLANA_NETWORK: "simulated",
    VAULT_AUTHORITY: AUTHORITY,
    VENUE_URL: url("venue"),
    VENUE_READER_KEY: READER_KEY,
  };
}

function environmentOf(name: ProcessName, stack: StackAddresses): Record<string, string> {
  const { ports, url } = stack;
  if (name === "chain") {
    return {
      CHAIN_PORT: String(ports["chain"]),
      CHAIN_SLOT_MS: String(SLOT_MS),
      CHAIN_TEST_HOOKS: "true",
      CHAIN_TREASURY: deriveKeyPair(TREASURY_SEED).publicKey,
      VAULT_AUTHORITY: AUTHORITY,
      VAULT_SIGNER_KEYS: SIGNER_SEEDS.map((seed) => deriveKeyPair(seed).publicKey).join(","),
    };
  }
  if (name === "venue") {
    return {
      VENUE_PORT: String(ports["venue"]),
      VENUE_GATEWAYS: "1",
      VENUE_OPERATOR_KEY: OPERATOR_KEY,
      VENUE_CUSTODY_KEY: CUSTODY_KEY,
      VENUE_READER_KEY: READER_KEY,
      VENUE_ADDRESS_LIMIT: "10000000",
      VENUE_ACCOUNT_LIMIT: "1000000",
      VENUE_WITHDRAWALS_A_DAY: "10000",
    };
  }
  if (name === "custody" || name === "custody-2") {
    return {
      ...addressesOf(url),
      CUSTODY_PORT: String(ports[name]),
      VENUE_CUSTODY_KEY: CUSTODY_KEY,
      CUSTODY_FEE_SEED: FEE_SEED,
      VAULT_DEPOSIT_KEY: encodeDepositKey(DEPOSIT_KEY),
      CUSTODY_FOLDER: join(stack.folder, name),
      CUSTODY_ACCESS_KEY,
      SIGNER_ACCESS_KEY,
      VAULT_SIGNERS: ["signer-1", "signer-2", "signer-3"].map(url).join(","),
    };
  }
  return signerEnvironment(name, stack);
}

function signerEnvironment(name: ProcessName, { folder, ports, url }: StackAddresses) {
  const number = Number(name.slice(-1));
  return {
    ...addressesOf(url),
    VAULT_SIGNER_PORT: String(ports[name]),
    VAULT_SIGNER_SEED: SIGNER_SEEDS[number - 1] ?? "",
    VAULT_SIGNER_NAME: `Party ${number}`,
    VAULT_SIGNER_FOLDER: join(folder, name),
    VAULT_DEPOSIT_KEY: encodeDepositKey(DEPOSIT_KEY),
    SIGNER_ACCESS_KEY,
  };
}

type Settings = Partial<Record<ProcessName, Record<string, string>>>;

class Processes {
  readonly #running = new Map<ProcessName, { child: ChildProcess; exited: Promise<unknown> }>();
  readonly #addresses: StackAddresses;
  readonly #settings: Settings;

  constructor(stack: StackAddresses, settings: Settings) {
    this.#addresses = stack;
    this.#settings = settings;
  }

  /** Resolves when it answers. */
  readonly start = async (name: ProcessName): Promise<void> => {
    const { folder, url } = this.#addresses;
    const child = spawn(process.execPath, [ENTRY[name.split("-")[0] ?? ""] ?? ""], {
      env: {
        NODE_ENV: "test",
        ...COMPILED,
        DATA_DIR: folder,
        LOG_LEVEL: "warn",
        ...environmentOf(name, this.#addresses),
        ...this.#settings[name],
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (data: Buffer) => {
      said = `${said}${data.toString()}`.slice(-2_000);
    });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    this.#running.set(name, { child, exited });
    await untilAnswers(`${url(name)}/healthz`, child, () => `${name}: ${said}`);
  };

  /** SIGKILL, so that nothing is flushed. */
  readonly kill = (name: ProcessName): Promise<void> => this.#end(name, "SIGKILL");

  /** In order, so that the processes can store their compiled code. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.#end(name, "SIGTERM")));
  }

  async #end(name: ProcessName, signal: NodeJS.Signals): Promise<void> {
    const known = this.#running.get(name);
    this.#running.delete(name);
    known?.child.kill(signal);
    await known?.exited;
  }
}

async function untilAnswers(url: string, child: ChildProcess, name: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${name()}`);
    // A killed process is started again by the test that killed it.
    if (child.signalCode !== null) return;
    const answers = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await sleep(50);
  }
  throw new Error(`does not answer: ${name()}`);
}

/** Each port is followed by a free one, because clients expect the chain's WebSocket there. */
async function freePorts(names: readonly string[]): Promise<Record<string, number>> {
  const servers: Server[] = [];
  const open = async (port: number): Promise<number> => {
    const server = createServer();
    servers.push(server);
    return (await listen(server, { host: "127.0.0.1", port, setting: "port" })).port;
  };
  try {
    for (;;) {
      const first = await open(0);
      const next = await open(first + 1).catch(() => undefined);
      if (next === undefined) continue;
      const others = await Promise.all(names.slice(2).map(() => open(0)));
      const ports = [first, next, ...others];
      return Object.fromEntries(names.map((name, index) => [name, ports[index] ?? 0]));
    }
  } finally {
    for (const server of servers) if (server.listening) server.close();
  }
}
