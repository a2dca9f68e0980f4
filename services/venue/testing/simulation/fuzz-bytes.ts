/** Readers of bytes: any input gives a value or an Error, quickly, and an accepted value encodes to the same bytes. */
import {
  decodeCancelAllOrders,
  decodeCancelBatchOrders,
  decodeCancelOrder,
  decodeCreateApiKey,
  decodeModifyOrder,
  decodePlaceBatchOrders,
  decodePlaceOrder,
  decodeRegisterSigner,
  decodeRevokeApiKey,
  decodeRevokeSigner,
  decodeScheduleCancel,
  decodeWithdraw,
} from "#lib/protocol/signing/decode.ts";
import {
  encodeCancelAllOrders,
  encodeCancelBatchOrders,
  encodeCancelOrder,
  encodeCreateApiKey,
  encodeModifyOrder,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  encodeRegisterSigner,
  encodeRevokeApiKey,
  encodeRevokeSigner,
  encodeScheduleCancel,
  encodeWithdraw,
} from "#lib/protocol/signing/signing.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand, encodeCommand } from "#services/venue/engine/command-codec.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { decodeBlock, encodeBlock, GENESIS_HASH } from "#services/venue/journal/block.ts";
import type { Random } from "./random.ts";
import { Scenario } from "./scenario.ts";

/** Enough commands to have all types among them. */
const LEARNT = 3_000;

/** Decodes and encodes again, per operation. */
const RECODERS: readonly ((payload: Uint8Array) => Uint8Array)[] = [
  (payload) => recode(decodePlaceOrder(payload), encodePlaceOrder),
  (payload) => recode(decodeModifyOrder(payload), encodeModifyOrder),
  (payload) => recode(decodeCancelOrder(payload), encodeCancelOrder),
  (payload) => recode(decodeCancelAllOrders(payload), encodeCancelAllOrders),
  (payload) => recode(decodeScheduleCancel(payload), encodeScheduleCancel),
  (payload) => recode(decodeRegisterSigner(payload), encodeRegisterSigner),
  (payload) => recode(decodeRevokeSigner(payload), encodeRevokeSigner),
  (payload) => recode(decodeCreateApiKey(payload), encodeCreateApiKey),
  (payload) => recode(decodeRevokeApiKey(payload), encodeRevokeApiKey),
  (payload) => recode(decodeWithdraw(payload), encodeWithdraw),
  (payload) => {
    const { orders, timestamp } = decodePlaceBatchOrders(payload);
    return encodePlaceBatchOrders(orders, timestamp);
  },
  (payload) => {
    const { orders, timestamp } = decodeCancelBatchOrders(payload);
    return encodeCancelBatchOrders(orders, timestamp);
  },
];

function recode<Fields extends { timestamp: bigint }>(
  fields: Fields,
  encode: (fields: Fields, timestamp: bigint) => Uint8Array,
): Uint8Array {
  return encode(fields, fields.timestamp);
}

/** Real commands of a simulated day, to be damaged. */
export class ByteFuzzer {
  readonly #commands: Uint8Array[] = [];
  readonly #payloads: Uint8Array[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
    const state = emptyState();
    const scenario = new Scenario(1, state);
    for (let count = 0; count < LEARNT; count += 1) {
      const command = scenario.next();
      this.#commands.push(encodeCommand(command, scenario.time));
      if ("signed" in command) this.#payloads.push(command.signed.payload);
      apply(state, command, scenario.time, NO_EVENTS);
    }
  }

  /** @throws Error when bytes that are read are not written again the same. */
  next(): void {
    const random = this.#random;
    if (random.oneIn(3)) this.#payload();
    else if (random.oneIn(8)) this.#block();
    else this.#command();
  }

  #payload(): void {
    const payload = damaged(this.#sample(this.#payloads), this.#random);
    for (let times = 0; times < 4; times += 1) {
      const recodePayload = RECODERS[this.#random.below(RECODERS.length)];
      if (recodePayload === undefined) continue;
      const again = attempt(() => recodePayload(payload));
      if (again !== undefined && !equal(again, payload))
        throw new Error(`read, but written otherwise: ${hex(payload)}`);
    }
  }

  #command(): void {
    const bytes = damaged(this.#sample(this.#commands), this.#random);
    const read = attempt(() => decodeCommand(bytes));
    if (read === undefined) return;
    const written = encodeCommand(read.command, read.time);
    const again = decodeCommand(written);
    if (!equal(encodeCommand(again.command, again.time), written))
      throw new Error(`command ${hex(bytes)}`);
  }

  #block(): void {
    const random = this.#random;
    const commands = Array.from({ length: random.below(4) }, () => this.#sample(this.#commands));
    const block = {
      height: 1,
      firstSeq: 1,
      time: 1,
      previousHash: GENESIS_HASH,
      stateHash: GENESIS_HASH,
      commands,
    };
    const { bytes } = encodeBlock(block);
    const broken = Buffer.from(damaged(bytes, random));
    const read = attempt(() => decodeBlock(broken, 0));
    // The padding is not part of the block, and the magic is checked separately.
    const whole = read !== undefined && equal(encodeBlock(read.block).bytes, bytes);
    if (read !== undefined && !whole) throw new Error(`a damaged block is taken: ${hex(broken)}`);
  }

  #sample(from: readonly Uint8Array[]): Uint8Array {
    return from[this.#random.below(from.length)] ?? new Uint8Array(this.#random.below(100));
  }
}

/** Undefined when it throws an Error; anything else that is thrown is passed on. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Bits flipped, bytes cut or added, lengths made huge; sometimes nothing. */
function damaged(source: Uint8Array, random: Random): Uint8Array {
  let bytes: Uint8Array = Uint8Array.from(source);
  for (let times = random.below(3); times > 0; times -= 1) {
    const at = random.below(Math.max(1, bytes.length));
    const kind = random.below(4);
    if (kind === 0) bytes[at] = random.below(256);
    else if (kind === 1) bytes = bytes.slice(0, at);
    else if (kind === 2) bytes = Uint8Array.from([...bytes, random.below(256)]);
    else bytes.fill(0xff, at, at + 4);
  }
  return bytes;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
