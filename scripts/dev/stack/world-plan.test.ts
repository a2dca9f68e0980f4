import { expect, test } from "vitest";
import type { ProcessPlan } from "./processes.ts";
import { readWorldSettings, WORLD_VARIABLE } from "./world-parts.ts";
import { withOneWorld } from "./world-plan.ts";

const plan = (name: ProcessPlan["spec"]["name"], port: number, env: object): ProcessPlan => ({
  spec: {
    name,
    args: [`${name}.ts`],
    cwd: "/here",
    env: { HOST: "127.0.0.1", ...env } as unknown as NodeJS.ProcessEnv,
    logPath: `/data/logs/${name}.log`,
    url: `http://127.0.0.1:${port}`,
    onErrorLine: () => {},
  },
  ports: [port, port + 1],
});

const venue = plan("venue", 4000, { VENUE_PORT: "4000", VENUE_OPERATOR_KEY: "operator" });
const chain = plan("chain", 4300, { CHAIN_PORT: "4300", DATA_DIR: "/data" });
const custody = plan("custody", 4400, { CUSTODY_PORT: "4400", DATA_DIR: "/data", SEED: "fees" });
const signer = plan("vault-signer-1", 4410, { VAULT_SIGNER_SEED: "signs", DATA_DIR: "/data" });

test("parts of the world become one process, which is ready when all of them are", () => {
  const plans = withOneWorld([venue, chain, custody, signer]);
  expect(plans.map(({ spec }) => spec.name)).toEqual(["venue", "world"]);
  expect(plans[0]).toBe(venue);
  expect(plans[1]).toMatchObject({
    spec: {
      args: ["scripts/dev/stack/world.ts"],
      logPath: "/data/logs/world.log",
      url: "http://127.0.0.1:4300",
      otherUrls: ["http://127.0.0.1:4400", "http://127.0.0.1:4410"],
    },
    ports: [4300, 4301, 4400, 4401, 4410, 4411],
  });
});

test("each part gets its own settings, and no secret of another", () => {
  const [, world] = withOneWorld([venue, chain, custody, signer]);
  const environment: Record<string, string | undefined> = world?.spec.env ?? {};
  const { [WORLD_VARIABLE]: text, ...shared } = environment;
  expect(shared).toEqual({ HOST: "127.0.0.1", DATA_DIR: "/data" });
  expect(readWorldSettings(text)).toEqual({
    chain: { CHAIN_PORT: "4300" },
    custody: { CUSTODY_PORT: "4400", SEED: "fees" },
    "vault-signer-1": { VAULT_SIGNER_SEED: "signs" },
  });
});

test("without a simulated world the plans stay as they are", () => {
  expect(withOneWorld([venue])).toEqual([venue]);
});

test("settings that no stack wrote are refused", () => {
  expect(() => readWorldSettings(undefined)).toThrow("a stack starts the world");
  expect(() => readWorldSettings('{"elsewhere":{}}')).toThrow(/elsewhere|key/i);
});
