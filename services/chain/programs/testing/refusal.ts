/** Finds in a transaction's log why it failed. */
import { ROUTE_ERROR } from "#lib/protocol/solana/jupiter-route.ts";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";

/**
 * The name of the first failing program's error: the programs that invoked it fail after it with
 * the same code. Else the runtime's text; `undefined` when no program ran.
 */
export function refusalIn(logs: readonly string[]): string | undefined {
  const failures = logs.flatMap((line) => {
    const found = /^Program (\S+) failed: (.*)$/.exec(line);
    return found === null ? [] : [{ program: found[1], reason: found[2] }];
  });
  const [first] = failures;
  const code = /^custom program error: 0x([0-9a-f]+)$/.exec(first?.reason ?? "")?.[1];
  if (code === undefined) return first?.reason;
  const number = Number.parseInt(code, 16);
  const errors = first?.program === JUPITER_PROGRAM ? ROUTE_ERROR : POOL_ERROR;
  const known = Object.entries(errors).find(([, value]) => value === number);
  return known?.[0] ?? `custom error ${number}`;
}
