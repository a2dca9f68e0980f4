import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { Wallet } from "#lib/kernel/wallet.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { lockDataDir, openPersonas, openSecrets } from "#scripts/dev/data-dir.ts";
import { canRunChain } from "./chain-available.ts";
import { ErrorTail, errorOf } from "./error-tail.ts";
import { readStackOptions } from "./options.ts";
import { type ReservedPort, reservePort } from "./ports.ts";
import { PROCESS_NAMES } from "./process-names.ts";
import { processPlans } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "stack-parts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a port", () => {
  const reserved: ReservedPort[] = [];
  const servers: Server[] = [];
  const reserve = async (wanted: number, lines: string[] = []) => {
    const found = await reservePort(wanted, "127.0.0.1", (line) => lines.push(line));
    reserved.push(found);
    return found.port;
  };
  const listen = async (host: string): Promise<number> => {
    const server = createServer().listen(0, host);
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  };
  afterEach(() => {
    for (const port of reserved.splice(0)) port.release();
    for (const server of servers.splice(0)) server.close();
  });

  test("that is free is taken without a message", async () => {
    const free = await reserve(0);
    reserved.pop()!.release();
    const lines: string[] = [];
    expect(await reserve(free, lines)).toBe(free);
    expect(lines).toEqual([]);
  });

  test("that is taken moves to the next one, with a message", async () => {
    const taken = await listen("127.0.0.1");
    const lines: string[] = [];
    const port = await reserve(taken, lines);
    expect(port).toBeGreaterThan(taken);
    expect(lines).toEqual([`port ${taken} is taken, using ${port}`]);
  });

  test("with a row behind it moves on as a whole when one of them is taken", async () => {
    const taken = await listen("127.0.0.1");
    const lines: string[] = [];
    const row = await reservePort(taken - 1, "127.0.0.1", (line) => lines.push(line), { count: 2 });
    reserved.push(row);
    expect(row.port).toBeGreaterThan(taken);
    const [wanted, used] = [`${taken - 1}–${taken}`, `${row.port}–${row.port + 1}`];
    expect(lines).toEqual([`port ${wanted} is taken, using ${used}`]);
    // Another stack finds both of them reserved.
    expect(await reserve(row.port)).toBeGreaterThan(row.port + 1);
  });

  test("that two stacks want at once goes to one of them, before either listens", async () => {
    const free = await reserve(0);
    reserved.pop()!.release();
    const [a, b] = await Promise.all([reserve(free), reserve(free)]);
    expect(a).not.toBe(b);
  });
});

describe("a data folder", () => {
  test("keeps secrets and personas that were made once, readable by their owner only", () => {
    const secrets = openSecrets(folder, {});
    expect(secrets.VENUE_OPERATOR_KEY).toMatch(/^operator_[0-9a-f]{64}$/);
    expect(openSecrets(folder, {})).toEqual(secrets);
    expect(openPersonas(folder)).toEqual(openPersonas(folder));
    for (const name of ["secrets.json", "personas.json"]) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
  });

  test("lets a variable take precedence over a kept secret", () => {
    expect(openSecrets(folder, { SESSION_SECRET: "mine" }).SESSION_SECRET).toBe("mine");
  });

  test("older than some of the secrets gets them added, and loses nothing", () => {
    const older = mkdtempSync(join(folder, "older-"));
    const path = join(older, "secrets.json");
    const stored = {
      VENUE_OPERATOR_KEY: "a",
      SESSION_SECRET: "b",
      ENCRYPTION_SECRET: "c",
      more: 1,
    };
    writeFileSync(path, JSON.stringify(stored));
    const secrets = openSecrets(older, {});
    expect(secrets).toMatchObject({
      VENUE_OPERATOR_KEY: "a",
      SESSION_SECRET: "b",
      ENCRYPTION_SECRET: "c",
      OIDC_CLIENT_ID: "svc-app",
      OIDC_CLIENT_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
      APP_OPERATOR_KEY: expect.stringMatching(/^operator_[0-9a-f]{64}$/),
      VENUE_PARTNER_KEY: expect.stringMatching(/^partner_[0-9a-f]{64}$/),
      VENUE_READER_KEY: expect.stringMatching(/^reader_[0-9a-f]{64}$/),
      VENUE_CUSTODY_KEY: expect.stringMatching(/^custody_[0-9a-f]{64}$/),
      CHAIN_TREASURY_SEED: expect.stringMatching(/^[0-9a-f]{64}$/),
      VAULT_SIGNER_1_SEED: expect.stringMatching(/^[0-9a-f]{64}$/),
      VAULT_AUTHORITY: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ ...secrets, more: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(openSecrets(older, {})).toEqual(secrets);
  });

  test("that lacks one of the secrets with which data was encrypted is reported as damaged and not repaired", () => {
    const lacking = mkdtempSync(join(folder, "lacking-"));
    writeFileSync(
      join(lacking, "secrets.json"),
      JSON.stringify({ VENUE_OPERATOR_KEY: "a", SESSION_SECRET: "b" }),
    );
    expect(() => openSecrets(lacking, {})).toThrow(/is damaged/);
  });

  test("reports what to do when a file is damaged", () => {
    const damaged = mkdtempSync(join(folder, "damaged-"));
    writeFileSync(join(damaged, "secrets.json"), "{");
    expect(() => openSecrets(damaged, {})).toThrow(/secrets\.json is damaged.*npm run reset/);
  });

  test("serves one stack at a time, and names the address of the other one", () => {
    const lock = lockDataDir(folder);
    writeFileSync(join(folder, "endpoints.json"), '{"app":"http://localhost:3000"}');
    expect(() => lockDataDir(folder)).toThrow(
      /An instance is running on .*http:\/\/localhost:3000/,
    );
    lock.release();
    lockDataDir(folder).release();
  });
});

describe("the oracle process", () => {
  const hasOracle = (environment: Record<string, string>): boolean =>
    readStackOptions("/", environment as unknown as NodeJS.ProcessEnv).hasOracle;

  test("runs with the own venue, and with another venue only when sources are named and the key is set", () => {
    const VENUE_URL = "https://venue.example";
    const VENUE_OPERATOR_KEY = "operator_";
    expect(hasOracle({})).toBe(true);
    expect(hasOracle({ VENUE_URL })).toBe(false);
    expect(hasOracle({ VENUE_URL, VENUE_OPERATOR_KEY })).toBe(false);
    expect(hasOracle({ VENUE_URL, ORACLE_SOURCES: "pyth" })).toBe(false);
    expect(hasOracle({ VENUE_URL, ORACLE_SOURCES: "pyth", VENUE_OPERATOR_KEY })).toBe(true);
  });

  test("that runs elsewhere is at ORACLE_URL, unless one runs here; only the app gets the address", () => {
    const oracleUrls = (environment: Record<string, string>, oracle: string | null) => {
      const given = { ORACLE_URL: "http://oracle.example:4200", ...environment };
      const options = readStackOptions("/", given as unknown as NodeJS.ProcessEnv);
      const venue = options.venueUrl ?? "http://127.0.0.1:4000";
      const specs = processPlans({
        options,
        secrets: openSecrets(folder, given),
        endpoints: {
          app: "",
          venue,
          sandbox: null,
          oracle,
          chain: null,
          destinationChain: null,
          custody: null,
          mail: null,
          personas: openPersonas(folder),
        },
        venueUrl: venue,
        ports: { app: at(3000), venue: at(4000), ...(oracle === null ? {} : { oracle: at(4200) }) },
        say: () => {},
      });
      return Object.fromEntries(specs.map(({ spec }) => [spec.name, spec.env["ORACLE_URL"]]));
    };
    const at = (port: number) => ({ port, release: () => {} });
    const VENUE_URL = "https://venue.example";
    expect(oracleUrls({ VENUE_URL }, null)).toEqual({ app: "http://oracle.example:4200" });
    const here = "http://127.0.0.1:4200";
    expect(oracleUrls({}, here)).toEqual({ app: here });
  });
});

const sandbox = "http://127.0.0.1:4100";
const chain = "http://127.0.0.1:4300";
const destinationChain = "http://127.0.0.1:4310";
const custody = "http://127.0.0.1:4400";

const at = (port: number) => ({ port, release: () => {} });
type PlanOptions = { venueProxy?: string; hasVm?: boolean };
const planned = (given: Record<string, string>, { venueProxy, hasVm = true }: PlanOptions = {}) => {
  const options = readStackOptions("/", given as unknown as NodeJS.ProcessEnv);
  const secrets = openSecrets(folder, given);
  const own = options.venueUrl === undefined;
  const runsChain = options.hasChain && hasVm;
  const venueUrl = options.venueUrl ?? "http://127.0.0.1:4000";
  const specs = processPlans({
    options,
    secrets,
    endpoints: {
      app: "http://localhost:3000",
      venue: venueProxy ?? venueUrl,
      sandbox: own ? sandbox : null,
      oracle: null,
      chain: runsChain ? chain : null,
      destinationChain: runsChain ? destinationChain : null,
      custody: runsChain ? custody : null,
      mail: null,
      personas: openPersonas(folder),
    },
    venueUrl,
    ports: {
      app: at(3000),
      oracle: at(4200),
      ...(own && { venue: at(4000), sandbox: at(4100), smtp: at(4125) }),
      ...(runsChain && {
        chain: at(4300),
        "destination-chain": at(4310),
        custody: at(4400),
        "vault-signer-1": at(4410),
        "vault-signer-2": at(4411),
        "vault-signer-3": at(4412),
      }),
    },
    say: () => {},
  });
  const env = (name: string): Record<string, string | undefined> =>
    specs.find(({ spec }) => spec.name === name)?.spec.env ?? {};
  return { secrets, env };
};

describe("the variables of each process", () => {
  const ELSEWHERE = {
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "mine",
    OIDC_CLIENT_SECRET: "of-mine",
    OIDC_NAME: "Example",
  };

  test("give app and sandbox the same mail server and the same client of one identity provider", () => {
    const { secrets, env } = planned({});
    const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, APP_OPERATOR_KEY } = secrets;
    expect(env("app")).toMatchObject({
      SMTP_URL: "smtp://127.0.0.1:4125",
      OIDC_ISSUER: `${sandbox}/oidc`,
      OIDC_CLIENT_ID,
      OIDC_CLIENT_SECRET,
      OIDC_NAME: "Simulated ID",
      APP_OPERATOR_KEY,
    });
    expect(env("sandbox")).toMatchObject({
      SANDBOX_SMTP_PORT: "4125",
      OIDC_CLIENT_ID,
      OIDC_CLIENT_SECRET,
      APP_URL: "http://localhost:3000",
    });
  });

  test("prefer a mail server and an identity provider of the environment, and keep them from the sandbox", () => {
    const SMTP_URL = "smtp://user:word@mail.example";
    const { secrets, env } = planned({ ...ELSEWHERE, SMTP_URL });
    expect(env("app")).toMatchObject({ ...ELSEWHERE, SMTP_URL });
    expect(env("sandbox")["OIDC_CLIENT_SECRET"]).toBe(secrets.OIDC_CLIENT_SECRET);
    expect(JSON.stringify(env("sandbox"))).not.toMatch(/of-mine|mail\.example/);
  });

  test("contain no mail server and no identity provider without the sandbox, except those that are given", () => {
    const VENUE_URL = "https://venue.example";
    const names = ["SMTP_URL", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"];
    const { env } = planned({ VENUE_URL });
    expect(names.filter((name) => name in env("app"))).toEqual([]);
    expect(planned({ VENUE_URL, ...ELSEWHERE }).env("app")).toMatchObject(ELSEWHERE);
  });

  test("let the app read payments from the sandbox's chain, whatever other network is named", () => {
    const { env } = planned({ SOLANA_NETWORK: "mainnet-beta", USDC_MINT: "mint" });
    expect(env("app")).toMatchObject({
      SOLANA_RPC_URL: `${sandbox}/solana`,
      SOLANA_NETWORK: "simulated",
    });
    expect(env("app")["USDC_MINT"]).toBeUndefined();
  });

  test("let the app read payments from the chain of the environment, as it is given", () => {
    const elsewhere = {
      SOLANA_RPC_URL: "https://rpc.example/?api-key=word",
      USDC_MINT: "mint",
      SWAP_ROUTES_URL: "https://routes.example",
      VAULT_AUTHORITY: "multisig",
      CUSTODY_URL: "https://custody.example",
    };
    const { env } = planned(elsewhere);
    expect(env("app")).toMatchObject(elsewhere);
    expect(env("app")["SOLANA_NETWORK"]).toBeUndefined();
    expect(planned({ VENUE_URL: "https://venue.example" }).env("app")["SOLANA_RPC_URL"]).toBe(
      undefined,
    );
  });

  test("name the simulated chain to the sandbox, and nothing of it anywhere when a network is named", () => {
    const { secrets, env } = planned({});
    expect(env("sandbox")).toMatchObject({
      CHAIN_URL: chain,
      CHAIN_TREASURY_SEED: secrets.CHAIN_TREASURY_SEED,
    });
    expect(env("chain")).toMatchObject({
      CHAIN_PORT: "4300",
      CHAIN_PRICES_URL: `${sandbox}/oracle`,
      VAULT_AUTHORITY: secrets.VAULT_AUTHORITY,
    });
    expect(env("destination-chain")).toMatchObject({
      CHAIN_PORT: "4310",
      CHAIN_NETWORK: "simulated-destination",
      DATA_DIR: "/.data/destination",
      CHAIN_TREASURY: env("chain")["CHAIN_TREASURY"],
    });
    expect(env("destination-chain")["VAULT_AUTHORITY"]).toBeUndefined();
    expect(env("sandbox")["DESTINATION_CHAIN_URL"]).toBe(destinationChain);
    expect(env("app")).toMatchObject({
      SWAP_DESTINATION_RPC_URL: destinationChain,
      SWAP_ROUTES_URL: `${sandbox}/jupiter`,
      SWAP_RELAY_URL: `${sandbox}/relay/v1`,
      SWAP_RELAY_OWNER: Wallet.ofHex(secrets.RELAY_SEED).address,
    });
    for (const without of [
      planned({ SOLANA_RPC_URL: "https://rpc.example" }),
      planned({}, { hasVm: false }),
    ]) {
      expect(without.env("chain")).toEqual({});
      expect(
        Object.keys(without.env("sandbox")).filter((name) => /CHAIN|VAULT|RELAY/.test(name)),
      ).toEqual([]);
    }
  });

  test("name the simulated checkout where the own chain runs, else the provider of the environment with its chain", () => {
    const given = {
      ONRAMP_PROVIDER: "moonpay",
      ONRAMP_URL: "https://buy.example",
      ONRAMP_API_KEY: "pk",
      ONRAMP_SECRET_KEY: "of-mine",
      ONRAMP_WEBHOOK_KEY: "of-mine-too",
    };
    const { secrets, env } = planned(given);
    const { ONRAMP_SECRET_KEY, ONRAMP_WEBHOOK_KEY } = secrets;
    const keys = { ONRAMP_API_KEY: "pk_simulated", ONRAMP_SECRET_KEY, ONRAMP_WEBHOOK_KEY };
    expect(env("sandbox")).toMatchObject(keys);
    const ONRAMP_URL = `${sandbox}/checkout`;
    expect(env("app")).toMatchObject({ ONRAMP_PROVIDER: "moonpay", ONRAMP_URL, ...keys });
    expect(env("venue")["ONRAMP_WEBHOOK_KEY"]).toBeUndefined();
    const elsewhere = planned({ ...given, SOLANA_RPC_URL: "https://rpc.example" });
    expect(elsewhere.env("app")).toMatchObject(given);
    expect(elsewhere.env("sandbox")["ONRAMP_SECRET_KEY"]).toBeUndefined();
    expect(planned(given, { hasVm: false }).env("app")["ONRAMP_PROVIDER"]).toBeUndefined();
  });

  test("tell venue and sandbox of the vault where custody runs, so that only transfers are credited", () => {
    const { secrets, env } = planned({});
    const { VENUE_CUSTODY_KEY, VAULT_AUTHORITY } = secrets;
    expect(env("venue")).toMatchObject({ VENUE_CUSTODY_KEY });
    expect(env("sandbox")).toMatchObject({ VAULT_AUTHORITY });
    const CUSTODY_URL = "http://127.0.0.1:4400";
    expect(env("app")).toMatchObject({ VAULT_AUTHORITY, CUSTODY_URL });
    expect(env("custody")).toMatchObject({
      SOLANA_RPC_URL: chain,
      SOLANA_NETWORK: "simulated",
      VAULT_AUTHORITY,
      VAULT_SIGNERS: "http://127.0.0.1:4410,http://127.0.0.1:4411,http://127.0.0.1:4412",
    });
    expect(env("vault-signer-2")).toMatchObject({
      VAULT_SIGNER_PORT: "4411",
      VAULT_SIGNER_SEED: secrets.VAULT_SIGNER_2_SEED,
      VAULT_SIGNER_FOLDER: "/.data/vault-signer-2",
    });
    expect(env("app")).toMatchObject({ VAULT_AUTHORITY, CUSTODY_URL: custody });
    const without = planned({}, { hasVm: false });
    expect(without.env("app")).not.toHaveProperty("CUSTODY_URL");
    for (const name of ["VENUE_CUSTODY_KEY", "VAULT_AUTHORITY"]) {
      expect(without.env("venue")[name]).toBeUndefined();
      expect(without.env("sandbox")[name]).toBeUndefined();
    }
  });

  test("tell the app of a vault only on the chain that it reads", () => {
    const theirs = { VAULT_AUTHORITY: USDC_MINT, CUSTODY_URL: "https://custody.example" };
    const SOLANA_RPC_URL = "https://rpc.example";
    expect(planned({ ...theirs, SOLANA_RPC_URL }).env("app")).toMatchObject(theirs);
    for (const { env } of [planned(theirs), planned(theirs, { hasVm: false })]) {
      const given = Object.values(env("app"));
      for (const value of Object.values(theirs)) expect(given).not.toContain(value);
    }
    const { env } = planned({ ...theirs, SOLANA_RPC_URL });
    for (const name of ["venue", "sandbox", "oracle"]) {
      expect(Object.keys(env(name))).not.toContain("VAULT_AUTHORITY");
    }
  });

  test("begin the chain with the public keys of the treasury and of the vault's signers, and with no seed", () => {
    const { secrets, env } = planned({});
    const { CHAIN_TREASURY_SEED, VAULT_SIGNER_1_SEED, VAULT_SIGNER_2_SEED, VAULT_SIGNER_3_SEED } =
      secrets;
    const signers = [VAULT_SIGNER_1_SEED, VAULT_SIGNER_2_SEED, VAULT_SIGNER_3_SEED];
    const address = (seed: string) => Wallet.ofHex(seed).address;
    expect(env("chain")).toMatchObject({
      CHAIN_TREASURY: address(CHAIN_TREASURY_SEED),
      VAULT_SIGNER_KEYS: signers.map(address).join(","),
    });
    const holders = (secret: string) =>
      PROCESS_NAMES.filter((name) => Object.values(env(name)).includes(secret));
    expect(holders(CHAIN_TREASURY_SEED)).toEqual(["sandbox"]);
    for (const [index, seed] of signers.entries())
      expect(holders(seed)).toEqual([`vault-signer-${index + 1}`]);
    expect(holders(secrets.CUSTODY_FEE_SEED)).toEqual(["custody"]);
    expect(holders(secrets.RELAY_SEED)).toEqual(["sandbox"]);
    expect(holders(secrets.VENUE_CUSTODY_KEY)).toEqual(["venue", "custody"]);
    const inherited = planned({ CHAIN_TREASURY_SEED: "theirs", VAULT_SIGNER_2_SEED: "theirs" });
    expect(JSON.stringify(["chain", "sandbox", "app"].map(inherited.env))).not.toContain("theirs");
  });

  test("name the simulated publishers to the app, unless sources of news are named; events happen in what a person starts", () => {
    const { env } = planned({});
    const feeds = (env("app")["NEWS_FEEDS"] ?? "").split(",").map((feed) => feed.split("|"));
    expect(feeds).toHaveLength(6);
    expect(feeds).toContainEqual(["meridian-wire", "0.9", `${sandbox}/wire/meridian-wire.rss`]);
    expect(env("app")).toMatchObject({ NEWS_SIMULATED_URL: sandbox, NEWS_POLL_SECONDS: "5" });
    expect(env("sandbox")).toMatchObject({ SANDBOX_STORY: "on" });
    expect(env("sandbox")["NEWS_FEEDS"]).toBeUndefined();
    const NEWS_FEEDS = "mine|0.9|https://news.example/rss";
    const given = planned({ NEWS_FEEDS, SANDBOX_STORY: "off" });
    expect(given.env("app")).toMatchObject({ NEWS_FEEDS });
    expect(given.env("app")["NEWS_SIMULATED_URL"]).toBeUndefined();
    expect(given.env("sandbox")["SANDBOX_STORY"]).toBe("off");
    expect(planned({ CRYPTOPANIC_TOKEN: "token" }).env("app")["NEWS_FEEDS"]).toBeUndefined();
  });

  test("name the sample calendar to the app, unless sources of it or of real news are named", () => {
    const { env } = planned({});
    expect(env("app")).toMatchObject({
      CALENDAR_FEEDS: `sample-agency|${sandbox}/calendar/schedule.ics,sample-vendor|${sandbox}/calendar/prints.json`,
    });
    expect(env("sandbox")["CALENDAR_FEEDS"]).toBeUndefined();
    const CALENDAR_FEEDS = "mine|https://calendar.example/releases.ics";
    expect(planned({ CALENDAR_FEEDS }).env("app")).toMatchObject({ CALENDAR_FEEDS });
    const NEWS_FEEDS = "mine|0.9|https://news.example/rss";
    expect(planned({ NEWS_FEEDS }).env("app")["CALENDAR_FEEDS"]).toBeUndefined();
  });

  test("tell of a language model to the app alone", () => {
    const LLM = { LLM_BASE_URL: "https://model.example/v1", LLM_MODEL: "m", LLM_API_KEY: "key" };
    const { env } = planned(LLM);
    expect(env("app")).toMatchObject({ ...LLM, NEWS_SIMULATED_URL: sandbox });
    const feeds = { NEWS_FEEDS: "mine|0.9|https://news.example/rss" };
    expect(planned({ ...LLM, ...feeds }).env("app")).toMatchObject({ ...LLM, ...feeds });
    expect(env("sandbox")["LLM_API_KEY"]).toBeUndefined();
  });

  test("keep the secrets of one process from every other", () => {
    const given = {
      ...ELSEWHERE,
      SMTP_URL: "smtp://user:word@mail.example",
      REDIS_URL: "redis://:word@redis.example",
      DATABASE_URL: "postgres://user:word@db.example/app",
      SESSION_SECRET: "session-secret",
      SESSION_SECRET_PREVIOUS: "session-secret-of-before",
      ENCRYPTION_SECRET: "encryption-secret",
      APP_OPERATOR_KEY: "operator-of-the-app",
      WALLET_JWT_ISSUER: "https://wallets.example",
      SOLANA_RPC_URL: "https://rpc.example/?api-key=word",
    };
    const { secrets, env } = planned(given);
    for (const [name, value] of Object.entries(given)) {
      expect(env("app")[name]).toBe(value);
      for (const other of PROCESS_NAMES.filter((one) => one !== "app")) {
        expect(Object.values(env(other))).not.toContain(value);
      }
    }
    expect(Object.values(env("app"))).not.toContain(secrets.VENUE_OPERATOR_KEY);
    for (const other of ["venue", "chain", "custody", "vault-signer-1", "oracle"]) {
      expect(Object.values(env(other))).not.toContain(secrets.OIDC_CLIENT_SECRET);
      expect(env(other)["APP_OPERATOR_KEY"]).toBeUndefined();
    }
  });
});

test("a custody key of the environment is the venue's and custody's, and nobody's without custody", () => {
  const key = `custody_${"0d".repeat(32)}`;
  const holders = (hasVm: boolean) => {
    const { env } = planned({ VENUE_CUSTODY_KEY: key }, { hasVm });
    return PROCESS_NAMES.filter((name) => Object.values(env(name)).includes(key));
  };
  expect(holders(true)).toEqual(["venue", "custody"]);
  expect(holders(false)).toEqual([]);
});

const READERS = ["sandbox", "vault-signer-1", "vault-signer-2", "vault-signer-3"];

describe.each([
  ["VENUE_PARTNER_KEY", "partner", []],
  ["VENUE_READER_KEY", "reader", READERS],
] as const)("%s", (name, prefix, readers) => {
  const mine = `${prefix}_${"0d".repeat(32)}`;

  test("belongs to the data folder, and only venue, app and its readers on the chain get it", () => {
    for (const given of [{}, { [name]: mine }]) {
      const { secrets, env } = planned(given);
      const key = secrets[name];
      expect(key === mine).toBe(name in given);
      expect(env("venue")).toMatchObject({ [name]: key });
      expect(env("app")).toMatchObject({ [name]: key });
      const holders = PROCESS_NAMES.filter((one) => Object.values(env(one)).includes(key));
      expect(holders.toSorted()).toEqual(["app", "venue", ...readers].toSorted());
    }
  });

  test("for another venue comes from the environment: that venue never gets the kept one", () => {
    const VENUE_URL = "https://venue.example";
    const elsewhere = { VENUE_URL, ORACLE_SOURCES: "pyth", VENUE_OPERATOR_KEY: "operator_" };
    const stored = openSecrets(folder, {})[name];
    const without = planned(elsewhere).env;
    expect(Object.values(without("app"))).not.toContain(stored);
    expect(name in without("app")).toBe(false);
    const given = planned({ ...elsewhere, [name]: mine }).env;
    expect(given("app")[name]).toBe(mine);
    expect(Object.values(given("oracle"))).not.toContain(mine);
  });
});

test("without a build of LiteSVM the stack starts without a chain and says what is missing; else it says nothing", async () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  expect(await canRunChain(say, () => Promise.resolve({}))).toBe(true);
  expect(lines).toEqual([]);
  expect(await canRunChain(say, () => Promise.reject(new Error("no build")))).toBe(false);
  expect(lines).toEqual([expect.stringMatching(/^no chain: .*payments to partners, swaps/)]);
});

test("a proxy in front of the venue serves the app and what reads the endpoints, but not sandbox and oracle", () => {
  const { env } = planned({}, { venueProxy: "http://127.0.0.1:4900" });
  expect(env("app")["VENUE_URL"]).toBe("http://127.0.0.1:4900");
  for (const name of ["sandbox", "oracle"]) {
    expect(env(name)["VENUE_URL"]).toBe("http://127.0.0.1:4000");
  }
});

test("errors in a child's log are reported once, and nothing else is", async () => {
  const path = join(folder, "child.log");
  writeFileSync(path, '{"level":50,"msg":"of an earlier run"}\n');
  const lines: string[] = [];
  const tail = new ErrorTail(path, (line) => lines.push(line));
  appendFileSync(
    path,
    '{"level":30,"msg":"fine"}\nplain text\n{"level":50,"msg":"bad","err":{"message":"why"}}\n',
  );
  tail.stop();
  expect(lines).toEqual(["bad: why"]);
  expect(errorOf('{"level":60,"msg":"worse"}')).toBe("worse");
  expect(errorOf("{not json")).toBeUndefined();
});

/** The guarantee behind "no orphan": it must hold when the parent cannot run a single line of clean-up. */
test("a child stops when its parent is killed with SIGKILL", async () => {
  const program = join(folder, "child.mjs");
  const pidFile = join(folder, "child.pid");
  writeFileSync(
    program,
    `import { writeFileSync } from "node:fs";
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
     setInterval(() => {}, 1000);`,
  );
  const child = new URL("./child.ts", import.meta.url).href;
  const script = `
    import { Child } from ${JSON.stringify(child)};
    new Child({ name: "x", args: [${JSON.stringify(program)}], cwd: ".", env: process.env,
      logPath: ${JSON.stringify(join(folder, "x.log"))}, url: "http://127.0.0.1:9", onErrorLine: () => {} });
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: "inherit",
  });
  while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "") await sleep(20);
  const pid = Number(readFileSync(pidFile, "utf8"));
  parent.kill("SIGKILL");
  await once(parent, "exit");
  const isAlive = (): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const deadline = Date.now() + 5000;
  while (isAlive() && Date.now() < deadline) await sleep(20);
  expect(isAlive()).toBe(false);
});
