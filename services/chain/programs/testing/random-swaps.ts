/** Random swap instructions: valid ones, and ones with changed accounts, rights or data. */
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import type { Chance } from "#lib/kernel/random.testing.ts";
import {
  ALL_OF_SOURCE,
  type SwapAccount,
  type SwapAmounts,
  swapInstruction,
} from "#lib/protocol/solana/pool.ts";
import { outputByProduct } from "#lib/protocol/swaps/pools/fraction.testing.ts";
import { anyAmount, randomBytes, U64_MAX } from "./amounts.ts";
import type { FuzzHolding, FuzzPool, FuzzWorld } from "./fuzz-world.ts";
import type { AnyInstruction } from "./message.ts";

export type SwapAttempt = {
  payer: string;
  instructions: readonly AnyInstruction[];
  /**
   * The output of a valid swap, 0 if it must be refused. Absent when the outcome is not known in
   * advance.
   */
  expected?: { destination: string; out: bigint };
};
type Metas = AnyInstruction["accounts"][number][];
type Direction = { pool: FuzzPool; fromB: boolean };
type RightSwap = { instruction: AnyInstruction; destination: FuzzHolding; out: bigint };

const ROLES = 4;
/** Index of each account of a valid swap. */
const PLACE = {
  user: 0,
  pool: 1,
  source: 2,
  vaultIn: 3,
  vaultOut: 4,
  destination: 5,
  tokenProgram: 6,
} as const satisfies Record<SwapAccount, number>;

export function randomAttempt(chance: Chance, world: FuzzWorld): SwapAttempt {
  const payer = chance.is(0.5) ? world.payer : chance.pick(world.users);
  if (chance.is(0.15)) return { payer, instructions: randomRoute(chance, world) };
  const { instruction, destination, out } = rightSwap(
    chance,
    world,
    randomDirection(chance, world),
  );
  if (chance.is(0.4)) {
    return {
      payer,
      instructions: [instruction],
      expected: { destination: destination.address, out },
    };
  }
  return { payer, instructions: [damaged(chance, world, instruction)] };
}

/**
 * Two hops, where the second takes the whole balance of the account between them. Sometimes one of
 * them is damaged.
 */
function randomRoute(chance: Chance, world: FuzzWorld): AnyInstruction[] {
  const first = rightSwap(chance, world, randomDirection(chance, world));
  const between = first.destination;
  const onward = world.pools.flatMap((pool) =>
    pool.vaults.flatMap(({ mint }, index) =>
      mint === between.mint ? [{ pool, fromB: index === 1 }] : [],
    ),
  );
  const all = { amountIn: ALL_OF_SOURCE, minOut: 0n };
  const second = rightSwap(chance, world, chance.pick(onward), { source: between, amounts: all });
  return [first.instruction, second.instruction].map((instruction) =>
    chance.is(0.1) ? damaged(chance, world, instruction) : instruction,
  );
}

function randomDirection(chance: Chance, world: FuzzWorld): Direction {
  return { pool: chance.pick(world.pools), fromB: chance.is(0.5) };
}

function rightSwap(
  chance: Chance,
  world: FuzzWorld,
  { pool, fromB }: Direction,
  fixed: { source?: FuzzHolding; amounts?: SwapAmounts } = {},
): RightSwap {
  const [vaultIn, vaultOut] = fromB ? [pool.vaults[1], pool.vaults[0]] : pool.vaults;
  const source = fixed.source ?? pickSource(chance, world, vaultIn.mint);
  const destination = chance.pick(world.holdings.filter(({ mint }) => mint === vaultOut.mint));
  const balance = world.vm.amount(source.address);
  const amountIn = fixed.amounts?.amountIn ?? randomAmount(chance, balance);
  const paid = amountIn === ALL_OF_SOURCE ? balance : amountIn;
  const reserveIn = world.vm.amount(vaultIn.address);
  const reserveOut = world.vm.amount(vaultOut.address);
  const possible = paid <= balance && reserveIn > 0n && reserveOut > 0n;
  const most = possible ? outputByProduct({ reserveIn, reserveOut }, paid, pool.feePpm).out : 0n;
  const minOut = fixed.amounts?.minOut ?? randomMinimum(chance, most);
  const accounts = {
    user: source.owner,
    pool: pool.address,
    source: source.address,
    vaultIn: vaultIn.address,
    vaultOut: vaultOut.address,
    destination: destination.address,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
  const instruction = swapInstruction(world.program, accounts, { amountIn, minOut });
  return { instruction, destination, out: minOut <= most ? most : 0n };
}

/** Usually an account with a balance. */
function pickSource(chance: Chance, world: FuzzWorld, mint: string): FuzzHolding {
  const alike = world.holdings.filter((holding) => holding.mint === mint);
  const filled = alike.filter(({ address }) => world.vm.amount(address) > 0n);
  return chance.pick(filled.length > 0 && chance.is(0.95) ? filled : alike);
}

function randomAmount(chance: Chance, balance: bigint): bigint {
  if (chance.is(0.2)) return ALL_OF_SOURCE;
  if (chance.is(0.1)) return anyAmount(chance, U64_MAX);
  if (chance.is(0.05)) return balance + 1n;
  return anyAmount(chance, balance);
}

function randomMinimum(chance: Chance, most: bigint): bigint {
  if (chance.is(0.1)) return most + 1n;
  return chance.is(0.5) ? most : anyAmount(chance, chance.is(0.9) ? most : U64_MAX);
}

/** Makes one change or several. A later one may undo an earlier one. */
function damaged(chance: Chance, world: FuzzWorld, instruction: AnyInstruction): AnyInstruction {
  const accounts = [...instruction.accounts];
  let { data } = instruction;
  do {
    if (chance.is(0.15)) data = damagedData(chance, data);
    else chance.pick(DAMAGES)(accounts, chance, world);
  } while (chance.is(0.3));
  return { ...instruction, accounts, data };
}

function damagedData(chance: Chance, data: Uint8Array): Uint8Array {
  if (chance.is(0.3)) return randomBytes(chance, 16);
  if (chance.is(0.5)) return data.slice(0, chance.below(data.length + 1));
  return Uint8Array.from([...data, ...randomBytes(chance, chance.below(40))]);
}

type Damage = (metas: Metas, chance: Chance, world: FuzzWorld) => void;

const replaceAny: Damage = (metas, chance, world) =>
  setAddress(metas, chance.below(metas.length), chance.pick(world.addresses));

const takeLookalike: Damage = (metas, chance, world) =>
  setAddress(metas, chance.pick(Object.values(PLACE)), chance.pick(world.lookalikes));

const takeFalsePool: Damage = (metas, chance, world) =>
  setAddress(metas, PLACE.pool, chance.pick(world.falsePools));

const takeOtherVault: Damage = (metas, chance, world) => {
  const { address } = chance.pick(chance.pick(world.pools).vaults);
  setAddress(metas, chance.pick([PLACE.vaultIn, PLACE.vaultOut]), address);
};

const takeOtherToken: Damage = (metas, chance, world) =>
  setAddress(
    metas,
    chance.pick([PLACE.source, PLACE.destination]),
    chance.pick(world.tokens).address,
  );

/** A source of the right mint with any owner, or one that its owner only delegated. */
const takeAnySource: Damage = (metas, chance, world) => {
  const token = world.tokens.find(({ address }) => address === metas[PLACE.source]?.address);
  const alike = [...world.holdings, ...world.delegated].filter(({ mint }) => mint === token?.mint);
  if (alike.length > 0) setAddress(metas, PLACE.source, chance.pick(alike).address);
};

const doubleOne: Damage = (metas, chance) => {
  const doubled = metas[chance.below(metas.length)];
  if (doubled !== undefined) setAddress(metas, chance.below(metas.length), doubled.address);
};

const exchangeAny: Damage = (metas, chance) =>
  exchange(metas, chance.below(metas.length), chance.below(metas.length));

const exchangeVaults: Damage = (metas) => exchange(metas, PLACE.vaultIn, PLACE.vaultOut);

const exchangeHoldings: Damage = (metas) => exchange(metas, PLACE.source, PLACE.destination);

const unsign: Damage = (metas) => setRole(metas, PLACE.user, 0);

const changeRole: Damage = (metas, chance) =>
  setRole(metas, chance.below(metas.length), chance.below(ROLES));

const dropOne: Damage = (metas, chance) => {
  metas.splice(chance.below(metas.length), 1);
};

const insertOne: Damage = (metas, chance, world) => {
  const meta = { address: chance.pick(world.addresses), role: chance.below(ROLES) };
  metas.splice(chance.below(metas.length + 1), 0, meta);
};

const DAMAGES: readonly Damage[] = [
  replaceAny,
  takeLookalike,
  takeFalsePool,
  takeOtherVault,
  takeOtherToken,
  takeAnySource,
  doubleOne,
  exchangeAny,
  exchangeVaults,
  exchangeHoldings,
  unsign,
  changeRole,
  dropOne,
  insertOne,
];

function exchange(metas: Metas, one: number, other: number): void {
  const [copied, moved] = [metas[one]?.address, metas[other]?.address];
  if (copied === undefined || moved === undefined) return;
  setAddress(metas, one, moved);
  setAddress(metas, other, copied);
}

function setAddress(metas: Metas, index: number, address: string): void {
  const meta = metas[index];
  if (meta !== undefined) metas[index] = { ...meta, address };
}

function setRole(metas: Metas, index: number, role: number): void {
  const meta = metas[index];
  if (meta !== undefined) metas[index] = { ...meta, role };
}
