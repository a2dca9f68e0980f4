/** Why a transaction failed, by the last line of its log. */
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";

/** The name of the pool program's error, or else what the runtime says; `undefined` when no program ran. */
export function refusalIn(logs: readonly string[]): string | undefined {
  const reason = /^Program \S+ failed: (.*)$/.exec(logs.at(-1) ?? "")?.[1];
  const code = /^custom program error: 0x([0-9a-f]+)$/.exec(reason ?? "")?.[1];
  if (code === undefined) return reason;
  const number = Number.parseInt(code, 16);
  const known = Object.entries(POOL_ERROR).find(([, value]) => value === number);
  return known?.[0] ?? `custom error ${number}`;
}
