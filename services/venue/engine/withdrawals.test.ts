/** Money leaves an account once, at its owner's signature, and comes back only while nothing was sent. */
import { beforeEach, describe, expect, test } from "vitest";
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { accountMargin } from "./account-margin.ts";
import type { Command } from "./commands.ts";
import { codeOf, TestEngine, usdc } from "./engine.testing.ts";
import type { Outcome } from "./outcome.ts";
import type { Withdrawal } from "./transfers.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "1000").deposit("bob", "10000");
});

function withdraw(amount: string, name = "ann", signer = name): Outcome {
  return venue.submit(venue.by(name, signer).withdraw(amount, venue.time));
}

function withdrawalIn(outcome: Outcome): Withdrawal {
  if (outcome.kind === "transfer" && outcome.transfer.kind === "WITHDRAWAL")
    return outcome.transfer;
  throw new Error(`expected a withdrawal: ${codeOf(outcome)}`);
}

const reserve = (amount: string, name = "ann") => withdrawalIn(withdraw(amount, name));

const sent = (id: string, signature = "first", lastValidBlockHeight = 150) =>
  venue.submit({ type: "withdrawal_sent", id, signature, lastValidBlockHeight });
const settled = (id: string, txHash = "first") =>
  venue.submit({ type: "withdrawal_settled", id, txHash });
const returned = (id: string, reason = "no token account") =>
  venue.submit({ type: "withdrawal_returned", id, reason });

/** Balances, and the sums of the venue. */
function sums(): string[] {
  const { deposits, reserved, withdrawn } = venue.state;
  return [venue.balance("ann"), usdc(deposits), usdc(reserved), usdc(withdrawn)];
}

/** What was refused. */
function refusalOf(outcome: Outcome): [string, object] {
  if (outcome.kind !== "refused") throw new Error(`it was not refused: ${outcome.kind}`);
  return [outcome.refusal.code, outcome.refusal.context];
}

describe("a reserve", () => {
  test("takes the money from the balance at once, and keeps the signed bytes", () => {
    const command = venue.by("ann").withdraw("250.5", venue.time);
    const withdrawal = withdrawalIn(venue.submit(command));
    expect(sums()).toEqual(["749.5", "11000", "250.5", "0"]);
    if (command.type !== "withdraw") throw new Error("it is no withdrawal");
    const { signed } = command;
    expect(withdrawal).toMatchObject({
      status: "RESERVED",
      account: venue.account("ann").pubkey,
      amount: 250_500_000_000n,
      digest: signed.digest,
      signature: Buffer.from(signed.signature).toString("hex"),
      payload: Buffer.from(signed.payload).toString("hex"),
      timestamp: venue.time,
      attempts: [],
      txHash: null,
    });
    expect(venue.state.withdrawals.get(withdrawal.id)).toBe(withdrawal);
  });

  test("takes effect once, whatever became of it", () => {
    const command = venue.by("ann").withdraw("100", venue.time);
    const first = venue.submit(command);
    const { id } = withdrawalIn(first);
    expect(venue.submit(command)).toEqual({ kind: "duplicate", original: first });
    returned(id);
    expect(venue.submit(command)).toEqual({ kind: "duplicate", original: first });
    expect(sums()).toEqual(["1000", "11000", "0", "0"]);
  });

  test.each([
    ["less than one USDC", "0.999999", "WITHDRAWAL_TOO_SMALL", { minimum: "1" }],
    ["zero", "0", "WITHDRAWAL_TOO_SMALL", { minimum: "1" }],
    ["a micro too much", "1000.000001", "WITHDRAWAL_EXCEEDS_AVAILABLE", { available: "1000" }],
    ["far too much", "9".repeat(30), "WITHDRAWAL_EXCEEDS_AVAILABLE", { available: "1000" }],
  ])("of %s is refused: nothing changes", (_, amount, code, context) => {
    const before = venue.content();
    expect(refusalOf(withdraw(amount))).toEqual([code, context]);
    expect(venue.content()).toBe(before);
  });

  test("takes the whole amount, and at least 1 USDC of it arrives after the fee", () => {
    const withFee = (amount: string, fee: string) =>
      venue.submit(venue.by("ann").withdraw(amount, venue.time, fee));
    expect(refusalOf(withFee("2.099999", "1.1"))).toEqual([
      "WITHDRAWAL_TOO_SMALL",
      { minimum: "2.1" },
    ]);
    expect(codeOf(withFee("5", "1.0000001"))).toBe("INVALID_FIELD");
    expect(codeOf(withFee("2.1", "1.1"))).toBe("transfer");
    expect(sums()).toEqual(["997.9", "11000", "2.1", "0"]);
  });

  test.each(["1.0000001", "", "-1", "+1", "1e2", " 1", "0x10", "1,5", "NaN"])(
    "of %j is refused: it is no amount of USDC",
    (amount) => {
      expect(codeOf(withdraw(amount))).toBe("INVALID_FIELD");
      expect(venue.balance("ann")).toBe("1000");
    },
  );

  test("of an account that does not exist is refused, and makes none", () => {
    const { size } = venue.state.accounts;
    const signatory = venue.by("nobody yet");
    expect(codeOf(venue.submitUnseen(signatory.withdraw("1", venue.time)))).toBe(
      "WITHDRAWAL_EXCEEDS_AVAILABLE",
    );
    expect(venue.state.accounts.size).toBe(size);
  });

  test("of everything leaves nothing, and a deposit that comes later is not touched", () => {
    reserve("1000");
    expect(venue.balance("ann")).toBe("0");
    venue.deposit("ann", "5");
    expect(sums()).toEqual(["5", "11005", "1000", "0"]);
  });

  test("of less than the smallest unit of the token is never offered", () => {
    venue.buy("bob", "1", "100");
    // Her fee has more decimals than the token: 1000 − 0.045 % of 99.999 × 1.
    venue.sell("ann", "1", null);
    venue.status("Normal");
    const { balance } = venue.account("ann");
    const [, context] = refusalOf(withdraw("5000"));
    const { available } = context as { available: string };
    expect(available.split(".")[1]?.length ?? 0).toBeLessThanOrEqual(6);
    expect(codeOf(withdraw(available))).toBe("transfer");
    expect(venue.account("ann").balance).toBeLessThan(balance);
    expect(accountMargin(venue.account("ann")).accountValue).toBeGreaterThanOrEqual(0n);
  });
});

describe("who may sign", () => {
  test.each([1, 2, 3, 4, 7, 255])("no delegated signer, with scopes %i", (scopes) => {
    const terms = { scopes, expiresAt: venue.time + 60_000 };
    venue.submit(venue.by("ann").registerSigner("bot", terms, venue.time));
    expect(codeOf(withdraw("10", "ann", "bot"))).toBe("SIGNER_NOT_AUTHORIZED");
    expect(venue.balance("ann")).toBe("1000");
  });

  test("a stranger's signature is refused, and the scopes that exist are the tested ones", () => {
    expect(codeOf(withdraw("10", "ann", "bob"))).toBe("SIGNER_NOT_AUTHORIZED");
    expect(Object.values(SIGNER_SCOPE)).toEqual([1, 2, 4]);
  });
});

describe("margin", () => {
  test("of a position and of open orders cannot be withdrawn", () => {
    venue.sell("bob", "50", "100");
    venue.buy("ann", "50", null);
    venue.buy("ann", "10", "90");
    const { accountValue, initialMargin } = accountMargin(venue.account("ann"));
    const [, context] = refusalOf(withdraw("999"));
    const most = (accountValue - initialMargin) / 1_000n;
    expect(context).toEqual({ available: usdc(most * 1_000n) });
    reserve(usdc(most * 1_000n));
    expect(codeOf(withdraw("1"))).toBe("WITHDRAWAL_EXCEEDS_AVAILABLE");
  });

  test("profit that is not realised is no balance", () => {
    venue.sell("bob", "10", "100");
    venue.buy("ann", "10", null);
    venue.mark("180");
    const { accountValue, initialMargin } = accountMargin(venue.account("ann"));
    const { balance } = venue.account("ann");
    expect(accountValue - initialMargin).toBeGreaterThan(balance);
    expect(codeOf(withdraw(usdc(balance + 1_000n).slice(0, 11)))).toBe(
      "WITHDRAWAL_EXCEEDS_AVAILABLE",
    );
  });

  test("an account that is liquidated has nothing to withdraw", () => {
    venue.sell("bob", "90", "100");
    venue.buy("ann", "90", null);
    // Nothing is liquidated in a halted market, so she stays below maintenance.
    venue.status("Halted");
    venue.mark("92");
    const { accountValue, maintenanceMargin } = accountMargin(venue.account("ann"));
    expect(accountValue).toBeLessThan(maintenanceMargin);
    expect(accountValue).toBeGreaterThan(0n);
    expect(refusalOf(withdraw("1"))).toEqual(["WITHDRAWAL_EXCEEDS_AVAILABLE", { available: "0" }]);
  });

  test.each(["Halted", "PostOnly", "ReduceOnly"] as const)(
    "a market that is %s traps no money",
    (status) => {
      venue.status(status);
      venue.wait(3_600_000);
      expect(reserve("1000").status).toBe("RESERVED");
    },
  );
});

describe("what custody reports", () => {
  test("RESERVED → SENT → SETTLED: the money has left", () => {
    const { id } = reserve("400");
    const first = withdrawalIn(sent(id));
    expect(first).toMatchObject({ status: "SENT", txHash: null });
    expect(sums()).toEqual(["600", "11000", "400", "0"]);
    const done = withdrawalIn(settled(id));
    expect(done).toMatchObject({ status: "SETTLED", txHash: "first" });
    expect(sums()).toEqual(["600", "11000", "0", "400"]);
  });

  test("each attempt is kept in order, and each of them may be the one that paid", () => {
    const { id } = reserve("400");
    sent(id, "first", 150);
    sent(id, "second", 300);
    const third = withdrawalIn(sent(id, "third", 450));
    expect(third.attempts).toEqual([
      { signature: "first", lastValidBlockHeight: 150 },
      { signature: "second", lastValidBlockHeight: 300 },
      { signature: "third", lastValidBlockHeight: 450 },
    ]);
    expect(withdrawalIn(settled(id, "second")).txHash).toBe("second");
  });

  test("RESERVED → RETURNED: the money is back", () => {
    const { id } = reserve("400");
    expect(withdrawalIn(returned(id))).toMatchObject({
      status: "RETURNED",
      reason: "no token account",
      attempts: [],
    });
    expect(sums()).toEqual(["1000", "11000", "0", "0"]);
    expect(reserve("1000").status).toBe("RESERVED");
  });

  type Report = [name: string, report: (id: string) => Outcome];
  const reports: Report[] = [
    ["sent", (id) => sent(id)],
    ["settled", (id) => settled(id)],
    ["returned", (id) => returned(id)],
  ];
  const stages: Record<string, ((id: string) => Outcome)[]> = {
    RESERVED: [],
    SENT: [(id) => sent(id)],
    SETTLED: [(id) => sent(id), (id) => settled(id)],
    RETURNED: [(id) => returned(id)],
  };

  test.each(reports)("%s again changes nothing", (name, report) => {
    const { id } = reserve("400");
    if (name === "settled") sent(id);
    const first = withdrawalIn(report(id));
    const before = venue.content();
    expect(report(id)).toEqual({ kind: "transfer", transfer: first, repeated: true });
    expect(venue.content()).toBe(before);
  });

  test("an attempt is known after the end too, so that a report may be repeated at any time", () => {
    const { id } = reserve("400");
    sent(id);
    const done = withdrawalIn(settled(id));
    expect(sent(id)).toEqual({ kind: "transfer", transfer: done, repeated: true });
  });

  test.each([
    ["RESERVED", "settled", "WITHDRAWAL_STATE"],
    ["SENT", "returned", "WITHDRAWAL_STATE"],
    ["SETTLED", "returned", "WITHDRAWAL_STATE"],
    ["RETURNED", "sent", "WITHDRAWAL_STATE"],
    ["RETURNED", "settled", "WITHDRAWAL_STATE"],
  ])("%s: %s is refused", (stage, name, code) => {
    const { id } = reserve("400");
    for (const step of stages[stage] ?? []) withdrawalIn(step(id));
    const before = venue.content();
    const report = reports.find(([known]) => known === name)?.[1];
    expect(report && codeOf(report(id))).toBe(code);
    expect(venue.content()).toBe(before);
  });

  test("after SETTLED no other attempt is taken, and no other transaction paid it", () => {
    const { id } = reserve("400");
    sent(id);
    settled(id);
    expect(refusalOf(sent(id, "second"))).toEqual([
      "WITHDRAWAL_STATE",
      { status: "SETTLED", needed: "RESERVED or SENT" },
    ]);
    expect(codeOf(settled(id, "second"))).toBe("WITHDRAWAL_STATE");
  });

  test("a return for another reason is no repetition", () => {
    const { id } = reserve("400");
    returned(id);
    expect(codeOf(returned(id, "another"))).toBe("WITHDRAWAL_STATE");
  });

  test("only what was reported as sent can have paid, and an attempt has one block height", () => {
    const { id } = reserve("400");
    sent(id, "first", 150);
    expect(codeOf(settled(id, "second"))).toBe("WITHDRAWAL_ATTEMPT_DIFFERS");
    expect(codeOf(sent(id, "first", 151))).toBe("WITHDRAWAL_ATTEMPT_DIFFERS");
  });

  test.each(reports)("%s of a withdrawal that does not exist", (_, report) => {
    expect(codeOf(report("wdr_none"))).toBe("WITHDRAWAL_NOT_FOUND");
  });
});

test("each change of a withdrawal has the sequence number of its command", () => {
  const { id, seq, createdSeq } = reserve("400");
  expect([seq, createdSeq]).toEqual([venue.state.seq, venue.state.seq]);
  venue.mark("101");
  expect(withdrawalIn(sent(id))).toMatchObject({ seq: venue.state.seq, createdSeq });
  expect(withdrawalIn(settled(id))).toMatchObject({ seq: venue.state.seq, createdSeq });
});

test("a deposit of a chain keeps its transaction, and another transaction under its reference is a mistake", () => {
  const given = { id: "1", account: venue.account("ann").pubkey, amount: 5n, source: "solana" };
  const command: Command = { type: "deposit", ...given, reference: "r", txHash: "t" };
  const first = venue.submit(command);
  expect(first).toMatchObject({ transfer: { txHash: "t", seq: venue.state.seq } });
  expect(venue.submit({ ...command, id: "2" })).toMatchObject({ repeated: true });
  expect(codeOf(venue.submit({ ...command, txHash: "u" }))).toBe("DUPLICATED_REFERENCE");
});
