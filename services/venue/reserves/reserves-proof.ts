/** A proof of reserves: the tree of all accounts, joined with the venue's own sums, and signed. */
import { sign } from "node:crypto";
import { publicKeyBytes } from "#lib/kernel/ed25519.ts";
import { joinSums, type Owed, type SumNode, statementText } from "#lib/kernel/reserves/sum-tree.ts";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { ReservesNode, ReservesProof, ReservesSum } from "#lib/protocol/wire/reserves.ts";
import type { VenueDebts } from "#services/venue/engine/debts.ts";
import { buildTree, type ReservesKeys, type ReservesTree, rootOf } from "./reserves-tree.ts";

type NamedSum = Owed & { name: ReservesSum["name"] };

export function makeProof(
  debts: VenueDebts,
  keys: ReservesKeys,
): { proof: ReservesProof; tree: ReservesTree } {
  const { height, time } = debts;
  const tree = buildTree(debts, keys.salting);
  const accounts = rootOf(tree);
  const sums = sumsOf(debts);
  const root = joinSums(accounts, sums);
  const accountCount = debts.accounts.length;
  const text = statementText({ height, time, accountCount, root });
  const proof: ReservesProof = {
    height,
    time,
    account_count: accountCount,
    accounts: nodeRecord(accounts),
    sums: sums.map(({ name, ...owed }) => ({ name, ...owedRecord(owed) })),
    root: nodeRecord(root),
    below_zero: tree.leaves
      .filter(({ balance, positions }) => balance + positions < 0n)
      .map(({ node, balance, positions }) => ({
        leaf: node.hash,
        value: usdcText(balance + positions),
      })),
    public_key: encodePublicKey(publicKeyBytes(keys.signing)),
    signature: sign(null, Buffer.from(text), keys.signing).toString("hex"),
  };
  return { proof, tree };
}

/** In the order of `RESERVES_SUMS`. */
function sumsOf({ fees, insurance, reserved, funding }: VenueDebts): NamedSum[] {
  const plain = (name: NamedSum["name"], balance: bigint) => ({ name, balance, positions: 0n });
  return [
    plain("fees", fees),
    { name: "insurance", ...insurance },
    plain("reserved", reserved),
    plain("funding", funding),
  ];
}

export function nodeRecord({ hash, sum }: SumNode): ReservesNode {
  return { hash, sum: usdcText(sum) };
}

export function owedRecord({ balance, positions }: Owed): { balance: Decimal; positions: Decimal } {
  return { balance: usdcText(balance), positions: usdcText(positions) };
}

function usdcText(amount: bigint): Decimal {
  return formatDecimal(amount, MONEY_DECIMALS);
}
