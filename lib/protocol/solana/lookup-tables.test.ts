import { AccountRole, address, getAddressDecoder } from "@solana/kit";
import { expect, test } from "vitest";
import { decodePublicKey, encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { compile } from "#lib/protocol/swaps/pools/build-swap.ts";
import { loadAddresses, readLookupTable } from "./lookup-tables.ts";
import { readWireTransaction } from "./wire-transaction.ts";

const keyOf = (number: number) => encodePublicKey(new Uint8Array(32).fill(number));

function tableOf(keys: readonly string[]): Uint8Array {
  const data = new Uint8Array(56 + keys.length * 32);
  data[0] = 1;
  keys.forEach((key, index) => data.set(decodePublicKey(key) ?? [], 56 + index * 32));
  return data;
}

test("a table lists its addresses; other accounts are no tables", () => {
  const keys = [keyOf(7), keyOf(8)];
  expect(readLookupTable(tableOf(keys))).toEqual(keys);
  expect(readLookupTable(tableOf([]))).toEqual([]);
  expect(readLookupTable(new Uint8Array(56))).toBe(undefined);
  expect(readLookupTable(tableOf(keys).subarray(0, 70))).toBe(undefined);
  expect(readLookupTable(new Uint8Array())).toBe(undefined);
  const most = Array<string>(256).fill(keyOf(7));
  expect(readLookupTable(tableOf(most))).toEqual(most);
  expect(readLookupTable(tableOf([...most, keyOf(8)]))).toBe(undefined);
});

test("what a transaction of kit loads is what this reader loads, whatever the order of its tables", () => {
  const [payer, program] = [keyOf(1), keyOf(2)];
  const tables = {
    [keyOf(3)]: [keyOf(10), keyOf(11), keyOf(12)],
    [keyOf(4)]: [keyOf(20), keyOf(21)],
  };
  const named = [keyOf(12), keyOf(21), keyOf(30), keyOf(10), keyOf(20)];
  const accounts = named.map((key, index) => ({
    address: address(key),
    role: index % 2 === 0 ? AccountRole.WRITABLE : AccountRole.READONLY,
  }));
  const life = {
    blockhash: getAddressDecoder().decode(new Uint8Array(32).fill(9)),
    lastValidHeight: 1,
  };
  const instruction = { programAddress: address(program), accounts, data: new Uint8Array() };
  const bytes = compile({ payer, ...life }, [instruction], tables);
  const plain = readWireTransaction(bytes);
  expect(plain.tables).toHaveLength(2);
  expect(plain.instructions[0]?.accounts.filter((key) => key === undefined)).toHaveLength(4);
  const loaded = loadAddresses(plain.tables, new Map(Object.entries(tables)));
  const whole = readWireTransaction(bytes, loaded);
  expect(whole.instructions[0]?.accounts).toEqual(named);
  expect(whole.accounts).toHaveLength(plain.accounts.length + 4);
  expect(loadAddresses(plain.tables, new Map([[keyOf(3), tables[keyOf(3)] ?? []]]))).toBe(
    undefined,
  );
});
