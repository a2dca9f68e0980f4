/** The expected balance of each account, and what a transaction may change. */
import { base58 } from "@scure/base";
import { NATIVE_MINT } from "#services/chain/programs/pool-accounts.ts";
import { KEY_BYTES, TOKEN_ACCOUNT } from "#services/chain/programs/runtime-layout.ts";
import type { FuzzPool, FuzzWorld } from "./fuzz-world.ts";
import { type AnyInstruction, decodeAddress, type Written } from "./message.ts";
import type { RawAccount } from "./raw-vm.ts";

const LAMPORTS_PER_SIGNATURE = 5_000n;
const NATIVE = decodeAddress(NATIVE_MINT);
/** Indexes of source, vaults and destination. */
const [FIRST_TOKEN, BEHIND_TOKENS] = [2, 6];

type Change = { address: string; before: RawAccount; after: RawAccount };

export class BalanceLedger {
  readonly #world: FuzzWorld;
  readonly #accounts = new Map<string, RawAccount>();
  readonly #vaults: ReadonlySet<string>;

  constructor(world: FuzzWorld) {
    this.#world = world;
    this.#vaults = new Set(
      world.pools.flatMap(({ vaults }) => vaults.map(({ address }) => address)),
    );
    this.reload();
  }

  /** Copies the balances from the VM. */
  reload(): void {
    for (const address of this.#world.addresses) this.#accounts.set(address, this.#read(address));
  }

  /** Compares each account of the world, also those that no transaction named. */
  expectAllUnchanged(): void {
    for (const address of this.#world.addresses) {
      requireRule(same(this.#known(address), this.#read(address)), `${address} is as it was`);
    }
  }

  /**
   * @returns what `destination` received. @throws Error when the transaction changed anything that
   * it may not
   */
  settle(
    { addresses, signers }: Written,
    instructions: readonly AnyInstruction[],
    { landed, payer, destination }: { landed: boolean; payer: string; destination?: string },
  ): bigint {
    this.#chargeFee(payer, BigInt(signers.length));
    const changes = addresses.flatMap((address): Change[] => {
      const [before, after] = [this.#known(address), this.#read(address)];
      return same(before, after) ? [] : [{ address, before, after }];
    });
    requireRule(
      landed || changes.length === 0,
      "a failed transaction changes nothing but the payer",
    );
    const products = this.#world.pools.map((pool) => this.#product(pool));
    const named = new Set(
      instructions.flatMap(({ accounts }) =>
        accounts.slice(FIRST_TOKEN, BEHIND_TOKENS).map((meta) => meta.address),
      ),
    );
    for (const change of changes) {
      requireRule(named.has(change.address), `${change.address} may change`);
      expectOnlyAmountChanged(change);
      const mayLose = this.#vaults.has(change.address) || signers.includes(ownerOf(change.before));
      requireRule(
        gain(change) >= 0n || mayLose,
        `${change.address} loses with its owner's signature`,
      );
      this.#accounts.set(change.address, change.after);
    }
    expectNothingCreated(changes);
    this.#world.pools.forEach((pool, index) => {
      requireRule(
        this.#product(pool) >= (products[index] ?? 0n),
        `k of ${pool.address} does not fall`,
      );
    });
    const got = changes.find(({ address }) => address === destination);
    return got === undefined ? 0n : gain(got);
  }

  /** Failed transactions pay the network's fee too. */
  #chargeFee(payer: string, signatures: bigint): void {
    const account = this.#known(payer);
    const lamports = account.lamports - LAMPORTS_PER_SIGNATURE * signatures;
    this.#accounts.set(payer, { ...account, lamports });
  }

  #product({ vaults }: FuzzPool): bigint {
    return vaults.reduce((product, { address }) => product * amountOf(this.#known(address)), 1n);
  }

  #known(address: string): RawAccount {
    const account = this.#accounts.get(address);
    if (account === undefined) throw new Error(`${address} is not of this world.`);
    return account;
  }

  #read(address: string): RawAccount {
    return this.#world.vm.read(address);
  }
}

/** Wrapped SOL also has its amount in lamports. */
function expectOnlyAmountChanged(change: Change): void {
  const { address, before, after } = change;
  const patched = Uint8Array.from(before.data);
  patched.set(
    after.data.subarray(TOKEN_ACCOUNT.amount, TOKEN_ACCOUNT.amount + 8),
    TOKEN_ACCOUNT.amount,
  );
  const lamports = before.lamports + (isNative(before) ? gain(change) : 0n);
  requireRule(
    same({ ...before, lamports, data: patched }, after),
    `only the amount of ${address} changes`,
  );
}

function expectNothingCreated(changes: readonly Change[]): void {
  const sums = new Map<string, bigint>();
  for (const change of changes) {
    const mint = base58.encode(change.before.data.subarray(0, KEY_BYTES));
    sums.set(mint, (sums.get(mint) ?? 0n) + gain(change));
  }
  for (const [mint, sum] of sums)
    requireRule(sum === 0n, `the supply of ${mint} stays, not by ${sum}`);
}

function amountOf({ data }: RawAccount): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(TOKEN_ACCOUNT.amount, true);
}

function gain({ before, after }: Change): bigint {
  return amountOf(after) - amountOf(before);
}

function ownerOf({ data }: RawAccount): string {
  return base58.encode(data.subarray(TOKEN_ACCOUNT.owner, TOKEN_ACCOUNT.owner + KEY_BYTES));
}

function isNative({ data }: RawAccount): boolean {
  return Buffer.compare(data.subarray(0, KEY_BYTES), NATIVE) === 0;
}

function same(one: RawAccount, other: RawAccount): boolean {
  return (
    one.lamports === other.lamports &&
    Buffer.compare(one.owner, other.owner) === 0 &&
    Buffer.compare(one.data, other.data) === 0
  );
}

export function requireRule(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Error(`Broken: ${rule}.`);
}
