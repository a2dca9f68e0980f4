/** Transactions of the test's writer, read back by kit. */
import { base58 } from "@scure/base";
import {
  AccountRole,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import { expect, test } from "vitest";
import { writeTransaction } from "./message.ts";

const key = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));

test("kit reads instructions, roles and signers as they were given", () => {
  const [payer, user, token, program] = [key(1), key(2), key(3), key(4)];
  const first = {
    programAddress: program,
    accounts: [
      { address: user, role: AccountRole.READONLY_SIGNER },
      { address: token, role: AccountRole.WRITABLE },
      { address: token, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.of(1, 2, 3),
  };
  const second = {
    programAddress: program,
    accounts: [{ address: payer, role: AccountRole.WRITABLE_SIGNER }],
    data: new Uint8Array(100).fill(7),
  };
  const { transaction, signers } = writeTransaction(payer, [first, second]);
  const { messageBytes, signatures } = getTransactionDecoder().decode(transaction);
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const { feePayer, instructions } = decompileTransactionMessage(compiled);
  expect(feePayer.address).toBe(payer);
  expect(Object.keys(signatures)).toEqual(signers);
  expect(signers).toEqual([payer, user]);
  expect(instructions).toHaveLength(2);
  for (const [index, given] of [first, second].entries()) {
    const read = instructions[index];
    expect({ ...read, data: Uint8Array.from(read?.data ?? []) }).toEqual(given);
  }
});

test("an account has the rights of all its mentions, and the payer comes first", () => {
  const [payer, shared, program] = [key(9), key(8), key(7)];
  const mention = (role: AccountRole) => ({
    programAddress: program,
    accounts: [{ address: shared, role }],
    data: new Uint8Array(0),
  });
  const roles = [mention(AccountRole.READONLY_SIGNER), mention(AccountRole.WRITABLE)];
  const { addresses, signers } = writeTransaction(payer, roles);
  expect(addresses).toEqual([payer, shared, program]);
  expect(signers).toEqual([payer, shared]);
});
