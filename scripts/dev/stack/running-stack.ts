/** The stack that a check examines: the one whose data folder STACK_DATA_DIR names, else that of `npm start`. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Endpoints, readEndpoints } from "#scripts/dev/data-dir.ts";

export type RunningStack = {
  endpoints: Endpoints /** Values that must stay on the server. */;
  secrets: string[];
};

/** @throws Error when no stack runs there */
export function runningStack(): RunningStack {
  const dataDir = resolve(process.env.STACK_DATA_DIR ?? process.env.DATA_DIR ?? ".data");
  const endpoints = readEndpoints(dataDir);
  if (!endpoints) throw new Error(`Nothing runs on ${dataDir}: start it with \`npm start\` first.`);
  const secrets = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")));
  const { OIDC_CLIENT_ID: _client, VAULT_AUTHORITY: _vault, ...others } = secrets;
  return { endpoints, secrets: Object.values(others) };
}
