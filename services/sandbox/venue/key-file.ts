/** Venue keys of the simulated traders, so that a restart does not make new ones. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { KeyStore } from "./trading-client.ts";

const schema = z.record(z.string(), z.string());

/** A key store in a file that only its owner reads; an unreadable file counts as empty. */
export function openKeyFile(path: string): KeyStore {
  const keys = readKeys(path);
  return {
    get: (address) => keys[address],
    set: (address, key) => {
      keys[address] = key;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.tmp`, JSON.stringify(keys), { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    },
  };
}

function readKeys(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
