/** Jupiter's instructions that swap an exact input along a route, and the terms that a client sets in them. */
import { ROUTE_HEADER, ROUTE_V2 } from "./jupiter-route.ts";
import { JUPITER_PROGRAM, TOKEN_PROGRAM } from "./programs.ts";
import type { WireInstruction } from "./wire-transaction.ts";

/** Begins `shared_accounts_route_v2`, whose data have the number of the program's own accounts behind it. */
const SHARED_ROUTE_V2 = Uint8Array.of(0xd1, 0x98, 0x53, 0x93, 0x7c, 0xfe, 0xd8, 0xe9);

type Form = {
  discriminator: Readonly<Uint8Array>;
  /** Bytes between the discriminator and the header. */
  shift: number;
  /** Places of accounts. */
  user: number;
  source: number;
  destination: number;
  mintIn: number;
  mintOut: number;
  programIn: number;
  programOut: number;
  /** Another account that gets the output: the program's own address, or the destination once more. */
  otherOutput: number | undefined;
  program: number;
};

const FORMS: readonly Form[] = [
  {
    discriminator: ROUTE_V2,
    shift: 0,
    user: 0,
    source: 1,
    destination: 2,
    mintIn: 3,
    mintOut: 4,
    programIn: 5,
    programOut: 6,
    otherOutput: 7,
    program: 9,
  },
  {
    discriminator: SHARED_ROUTE_V2,
    shift: 1,
    user: 1,
    source: 2,
    destination: 5,
    mintIn: 6,
    mintOut: 7,
    programIn: 8,
    programOut: 9,
    otherOutput: undefined,
    program: 11,
  },
];

/** Addresses are base58, amounts in base units, rates in hundredths of a percent. */
export type JupiterRouteInstruction = {
  kind: "jupiter-route";
  user: string;
  source: string;
  destination: string;
  mintIn: string;
  mintOut: string;
  amountIn: bigint;
  /** Less than this without the slippage makes the transaction fail. */
  quotedOut: bigint;
  slippageBps: number;
  platformFeeBps: number;
  positiveSlippageBps: number;
  /** Swaps of the route. */
  steps: number;
  /** All that the instruction names. */
  accounts: readonly string[];
  data: Uint8Array;
};

export function decodeJupiterRoute({
  accounts,
  data,
}: WireInstruction): JupiterRouteInstruction | undefined {
  const form = formOf(data);
  const named = accounts.filter((account) => account !== undefined);
  if (form === undefined || named.length !== accounts.length) return undefined;
  const [user, source, destination] = [
    named[form.user],
    named[form.source],
    named[form.destination],
  ];
  const [mintIn, mintOut] = [named[form.mintIn], named[form.mintOut]];
  if (!user || !source || !destination || !mintIn || !mintOut) return undefined;
  const isUsual =
    named[form.programIn] === TOKEN_PROGRAM &&
    named[form.programOut] === TOKEN_PROGRAM &&
    named[form.program] === JUPITER_PROGRAM;
  const other = form.otherOutput === undefined ? destination : named[form.otherOutput];
  if (!isUsual || (other !== destination && other !== JUPITER_PROGRAM)) return undefined;
  const header = headerOf(data, form);
  return {
    kind: "jupiter-route",
    user,
    source,
    destination,
    mintIn,
    mintOut,
    amountIn: header.getBigUint64(ROUTE_HEADER.inAmount, true),
    quotedOut: header.getBigUint64(ROUTE_HEADER.quotedOut, true),
    slippageBps: header.getUint16(ROUTE_HEADER.slippageBps, true),
    platformFeeBps: header.getUint16(ROUTE_HEADER.platformFeeBps, true),
    positiveSlippageBps: header.getUint16(ROUTE_HEADER.positiveSlippageBps, true),
    steps: header.getUint32(ROUTE_HEADER.steps, true),
    accounts: named,
    data,
  };
}

/** The data with the exact input and the exact minimum of a swap, without fees of others. Undefined for other data. */
export function withRouteTerms(
  data: Uint8Array,
  { amountIn, minOut }: { amountIn: bigint; minOut: bigint },
): Uint8Array | undefined {
  const form = formOf(data);
  if (form === undefined) return undefined;
  const changed = data.slice();
  const header = headerOf(changed, form);
  header.setBigUint64(ROUTE_HEADER.inAmount, amountIn, true);
  header.setBigUint64(ROUTE_HEADER.quotedOut, minOut, true);
  for (const rate of ["slippageBps", "platformFeeBps", "positiveSlippageBps"] as const)
    header.setUint16(ROUTE_HEADER[rate], 0, true);
  return changed;
}

function formOf(data: Uint8Array): Form | undefined {
  return FORMS.find(
    ({ discriminator, shift }) =>
      data.length >= shift + ROUTE_HEADER.bytes &&
      discriminator.every((byte, index) => data[index] === byte),
  );
}

/** Offsets of the header count from where the discriminator would begin without the bytes between them. */
function headerOf(data: Uint8Array, { shift }: Form): DataView {
  return new DataView(data.buffer, data.byteOffset + shift, data.byteLength - shift);
}
