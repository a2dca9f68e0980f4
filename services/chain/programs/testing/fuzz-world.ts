/**
 * Three pools with the accounts of two users, and similar accounts that the program must refuse.
 */

import { base58 } from "@scure/base";
import { type Address, address, type EncodedAccount, lamports } from "@solana/kit";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import {
  AccountState,
  getTokenDecoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
  type TokenArgs,
} from "@solana-program/token";
import type { Chance } from "#lib/kernel/random.testing.ts";
import { POOL_OFFSET, PPM } from "#lib/protocol/solana/pool.ts";
import { Assembler } from "#services/chain/programs/assembler.ts";
import { elfFile } from "#services/chain/programs/elf.ts";
import {
  NATIVE_MINT,
  poolAccounts,
  rentExemptLamports,
  tokenAccount,
} from "#services/chain/programs/pool-accounts.ts";
import { poolProgram } from "#services/chain/programs/pool-program.ts";
import { TOKEN_ACCOUNT } from "#services/chain/programs/runtime-layout.ts";
import { anyAmount, randomBytes, U64_MAX } from "./amounts.ts";
import { RawVm } from "./raw-vm.ts";
import { TOKEN_2022 } from "./vm.ts";

/** Lower than for other tokens, because an account's rent is added to its lamports. */
const MAX_LAMPORTS = 2n ** 62n;
/** Accounts of each user in each mint. */
const ACCOUNTS_EACH = 2;

export type FuzzVault = { address: Address; mint: Address };
export type FuzzPool = {
  address: Address;
  feePpm: bigint;
  vaults: readonly [FuzzVault, FuzzVault];
};
export type FuzzHolding = { address: Address; mint: Address; owner: Address };

export class FuzzWorld {
  readonly vm: RawVm;
  readonly program: Address;
  readonly payer: Address;
  readonly users: readonly Address[];
  readonly pools: FuzzPool[] = [];
  /** What the users own. */
  readonly holdings: FuzzHolding[] = [];
  /** Accounts of the second user that are delegated to the first. */
  readonly delegated: FuzzHolding[] = [];
  readonly falsePools: Address[] = [];
  /** All other accounts that an instruction may name. */
  readonly lookalikes: Address[] = [];
  readonly #chance: Chance;
  readonly #mints: readonly [Address, Address, Address];

  private constructor(vm: RawVm, chance: Chance) {
    this.vm = vm;
    this.#chance = chance;
    this.program = this.newAddress();
    this.payer = this.newAddress();
    this.users = [this.newAddress(), this.newAddress()];
    this.#mints = [this.newAddress(), this.newAddress(), NATIVE_MINT];
  }

  static async create(chance: Chance): Promise<FuzzWorld> {
    const world = new FuzzWorld(await RawVm.create(), chance);
    world.vm.addProgram(world.program, poolProgram());
    for (const each of [world.payer, ...world.users]) world.vm.fund(each, 10n ** 15n);
    const [a, b, native] = world.#mints;
    const copied = await world.#addPool(a, b, 3_000n);
    await world.#addPool(b, native, 0n);
    await world.#addPool(native, a, 100_000n);
    for (const owner of world.users) world.#addHoldings(owner);
    world.#addFalsePools(copied);
    world.#addOddTokens();
    world.#addPrograms();
    return world;
  }

  /** All real token accounts, by their addresses. */
  get tokens(): FuzzVault[] {
    return [...this.pools.flatMap(({ vaults }) => vaults), ...this.holdings];
  }

  /** All addresses that an instruction may name. */
  get addresses(): Address[] {
    const pools = this.pools.map((pool) => pool.address);
    const tokens = this.tokens.map((token) => token.address);
    return [this.program, this.payer, ...this.users, ...pools, ...tokens, ...this.lookalikes];
  }

  newAddress(): Address {
    return address(base58.encode(randomBytes(this.#chance, 32)));
  }

  /**
   * Gives each account a new balance of any magnitude. All balances of a mint together fit into a
   * u64.
   */
  shuffleBalances(): void {
    const left = new Map<Address, bigint>(this.#mints.map((mint) => [mint, U64_MAX]));
    left.set(NATIVE_MINT, MAX_LAMPORTS);
    const vaults = new Set(this.pools.flatMap((pool) => pool.vaults));
    for (const token of this.tokens) {
      const most = (left.get(token.mint) ?? 0n) / 4n;
      const empty = vaults.has(token) ? this.#chance.is(0.02) : this.#chance.is(0.1);
      const amount = empty ? 0n : anyAmount(this.#chance, most);
      left.set(token.mint, (left.get(token.mint) ?? 0n) - amount);
      this.#setAmount(token, amount);
    }
  }

  #setAmount({ address: at, mint }: FuzzVault, amount: bigint): void {
    if (mint === NATIVE_MINT)
      this.vm.setLamports(at, rentExemptLamports(TOKEN_ACCOUNT.bytes) + amount);
    this.vm.setU64(at, TOKEN_ACCOUNT.amount, amount);
  }

  async #addPool(mintA: Address, mintB: Address, feePpm: bigint): Promise<EncodedAccount> {
    const terms = { programAddress: this.program, mintA, mintB, feePpm };
    const { pool, vaultA, vaultB } = await poolAccounts({ ...terms, reserveA: 0n, reserveB: 0n });
    for (const account of [pool, vaultA, vaultB]) this.vm.put(account);
    this.pools.push({
      address: pool.address,
      feePpm,
      vaults: [
        { address: vaultA.address, mint: mintA },
        { address: vaultB.address, mint: mintB },
      ],
    });
    return pool;
  }

  #addHoldings(owner: Address): void {
    for (const mint of this.#mints) {
      for (let index = 0; index < ACCOUNTS_EACH; index += 1) {
        const holding = { address: this.newAddress(), mint, owner };
        this.holdings.push(holding);
        this.vm.put(tokenAccount({ ...holding, amount: 0n }));
      }
    }
  }

  /**
   * Adds copies of a pool at other addresses: unchanged, with another owner, longer, shorter,
   * without a tag, and with a fee of 100 %.
   */
  #addFalsePools(pool: EncodedAccount): void {
    const data = Uint8Array.from(pool.data);
    const greedy = Uint8Array.from(data);
    new DataView(greedy.buffer).setBigUint64(POOL_OFFSET.feePpm, PPM, true);
    for (const change of [
      { data },
      { data, programAddress: SYSTEM_PROGRAM_ADDRESS },
      { data: Uint8Array.from([...data, 0]) },
      { data: data.slice(0, -1) },
      { data: Uint8Array.from(data).fill(0, 0, 8) },
      { data: greedy },
    ]) {
      this.falsePools.push(this.#addLookalike({ ...pool, ...change }));
    }
  }

  /** Adds token accounts of the first mint that are frozen, of another program, or delegated. */
  #addOddTokens(): void {
    const [mint] = this.#mints;
    const [first = this.payer, second = this.payer] = this.users;
    const token = (owner: Address, fields: Partial<TokenArgs> = {}): EncodedAccount => {
      const account = tokenAccount({ address: this.newAddress(), owner, mint, amount: 1_000_000n });
      const decoded = getTokenDecoder().decode(account.data);
      return { ...account, data: getTokenEncoder().encode({ ...decoded, ...fields }) };
    };
    this.#addLookalike(token(first, { state: AccountState.Frozen }));
    this.#addLookalike({ ...token(first), programAddress: TOKEN_2022 });
    const borrowed = token(second, { delegate: first, delegatedAmount: U64_MAX });
    this.delegated.push({ address: this.#addLookalike(borrowed), mint, owner: second });
  }

  #addPrograms(): void {
    const yes = this.newAddress();
    this.vm.addProgram(yes, elfFile(new Assembler().move("r0", 0).exit().assemble()));
    this.lookalikes.push(yes, TOKEN_PROGRAM_ADDRESS, TOKEN_2022, SYSTEM_PROGRAM_ADDRESS);
  }

  #addLookalike(account: EncodedAccount): Address {
    const copy = { ...account, address: this.newAddress(), lamports: lamports(10n ** 8n) };
    this.vm.put(copy);
    this.lookalikes.push(copy.address);
    return copy.address;
  }
}
