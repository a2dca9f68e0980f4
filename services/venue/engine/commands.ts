/**
 * Commands are everything that can change the venue, marks and time included, so that the journal alone
 * rebuilds it. A signed command carries the exact signed bytes, so that history can be audited.
 */
import { BorshReader, BorshWriter } from "#lib/protocol/borsh.ts";
import { decodeCancelOrder, decodePlaceOrder } from "#lib/protocol/decode.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { PlaceOrderFields, SigningOperation } from "#lib/protocol/signing.ts";
import { publicKey, signedDigest } from "#services/venue/public-keys.ts";

export type Signed = {
  account: string;
  signer: string;
  /** 64 bytes. */
  signature: Uint8Array;
  /** The borsh payload that was signed. */
  payload: Uint8Array;
  /** Lowercase hex; identifies the write. */
  digest: string;
  timestamp: number;
};

export type Command =
  | { type: "list_market"; market: Market }
  | { type: "set_marks"; marks: { market: string; ticks: number }[] }
  | {
      type: "deposit";
      id: string;
      account: string;
      amount: bigint;
      reference: string;
      source: string;
    }
  | { type: "create_api_key"; signed: Signed; keyId: string; keyHash: string }
  | { type: "register_signer"; signed: Signed; acceptance: Uint8Array }
  | { type: "place_order"; signed: Signed; order: PlaceOrderFields; clientId: string | null }
  | { type: "cancel_order"; signed: Signed; orderId: bigint; market: string };

export type SignedCommand = Extract<Command, { signed: Signed }>;

/** Type bytes of the journal; a byte is never re-used. */
const TYPE_BYTE = {
  list_market: 1,
  set_marks: 2,
  deposit: 3,
  create_api_key: 4,
  register_signer: 5,
  place_order: 6,
  cancel_order: 7,
} as const satisfies Record<Command["type"], number>;

const TYPE_OF_BYTE = new Map(
  (Object.entries(TYPE_BYTE) as [Command["type"], number][]).map(([type, byte]) => [byte, type]),
);

/** Journal form of a command: `u8 type ‖ u64 time_ms ‖ fields`. */
export function encodeCommand(command: Command, time: number): Uint8Array {
  const writer = new BorshWriter(512).u8(TYPE_BYTE[command.type]).u64(BigInt(time));
  switch (command.type) {
    case "list_market":
      return writer.string(JSON.stringify(command.market)).finish();
    case "set_marks":
      writer.u32(command.marks.length);
      for (const { market, ticks } of command.marks) writer.string(market).u64(BigInt(ticks));
      return writer.finish();
    case "deposit":
      return writer
        .string(command.id)
        .string(command.account)
        .u64(command.amount)
        .string(command.reference)
        .string(command.source)
        .finish();
    case "create_api_key":
      return writeSigned(writer, command.signed)
        .string(command.keyId)
        .string(command.keyHash)
        .finish();
    case "register_signer":
      return writeSigned(writer, command.signed).bytes(command.acceptance).finish();
    case "place_order":
      return writeSigned(writer, command.signed)
        .option(command.clientId, (w, clientId) => w.string(clientId))
        .finish();
    case "cancel_order":
      return writeSigned(writer, command.signed).finish();
  }
}

/** @throws when the bytes are no command: the checksum held, so the journal is from another version. */
export function decodeCommand(bytes: Uint8Array): { command: Command; time: number } {
  const reader = new BorshReader(bytes);
  const byte = reader.u8();
  const type = TYPE_OF_BYTE.get(byte);
  if (type === undefined) throw new TypeError(`journal: ${byte} is no command type`);
  const time = Number(reader.u64());
  const command = readFields(reader, type);
  reader.end();
  return { command, time };
}

function readFields(reader: BorshReader, type: Command["type"]): Command {
  switch (type) {
    case "list_market":
      return { type, market: JSON.parse(reader.string()) as Market };
    case "set_marks": {
      const marks = Array.from({ length: reader.u32() }, () => ({
        market: reader.string(),
        ticks: Number(reader.u64()),
      }));
      return { type, marks };
    }
    case "deposit":
      return {
        type,
        id: reader.string(),
        account: reader.string(),
        amount: reader.u64(),
        reference: reader.string(),
        source: reader.string(),
      };
    case "create_api_key":
      return {
        type,
        signed: readSigned(reader, type),
        keyId: reader.string(),
        keyHash: reader.string(),
      };
    case "register_signer":
      return { type, signed: readSigned(reader, type), acceptance: reader.bytes(64) };
    case "place_order": {
      const signed = readSigned(reader, type);
      const clientId = reader.option((r) => r.string());
      return { type, signed, order: decodePlaceOrder(signed.payload), clientId };
    }
    case "cancel_order": {
      const signed = readSigned(reader, type);
      const { order_id, market } = decodeCancelOrder(signed.payload);
      return { type, signed, orderId: order_id, market };
    }
  }
}

function writeSigned(writer: BorshWriter, signed: Signed): BorshWriter {
  return writer
    .string(signed.account)
    .string(signed.signer)
    .bytes(signed.signature)
    .u32(signed.payload.length)
    .bytes(signed.payload);
}

function readSigned(reader: BorshReader, operation: SigningOperation): Signed {
  const account = reader.string();
  const signer = reader.string();
  const signature = reader.bytes(64);
  const payload = reader.bytes(reader.u32());
  const key = publicKey(account);
  if (key === undefined) throw new TypeError(`journal: ${account} is no public key`);
  // Every signed layout ends with the timestamp, u64 little-endian.
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const timestamp = Number(view.getBigUint64(payload.length - 8, true));
  const digest = signedDigest(operation, key, payload);
  return { account, signer, signature, payload, digest, timestamp };
}
