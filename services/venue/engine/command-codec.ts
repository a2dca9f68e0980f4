/** Encodes commands for the journal: `u8 type ‖ u64 time_ms ‖ fields`, little-endian. */

import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import { BorshReader, BorshWriter } from "#lib/protocol/signing/borsh.ts";
import {
  decodeCancelAllOrders,
  decodeCancelBatchOrders,
  decodeCancelByClientId,
  decodeCancelOrder,
  decodeModifyOrder,
  decodePlaceBatchOrders,
  decodePlaceOrder,
  decodePlaceOrderGroup,
  decodeRevokeApiKey,
  decodeRevokeSigner,
  decodeScheduleCancel,
  decodeUpdateIsolatedMargin,
  decodeUpdateLeverage,
  decodeWithdraw,
} from "#lib/protocol/signing/decode.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { publicKey, publicKeyAt } from "#services/venue/signature/public-keys.ts";
import type { Command, Signed, SignedCommand } from "./commands.ts";

/** Type bytes of the journal; a byte is never re-used. */
export const TYPE_BYTE = {
  list_market: 1,
  set_marks: 2,
  deposit: 3,
  create_api_key: 4,
  register_signer: 5,
  place_order: 6,
  cancel_order: 7,
  modify_order: 8,
  place_batch_orders: 9,
  cancel_batch_orders: 10,
  cancel_all_orders: 11,
  schedule_cancel: 12,
  revoke_signer: 13,
  revoke_api_key: 14,
  tick: 15,
  set_market_status: 16,
  set_fee_discount: 17,
  withdraw: 18,
  withdrawal_sent: 19,
  withdrawal_settled: 20,
  withdrawal_returned: 21,
  epoch: 22,
  handover: 23,
  rules: 24,
  place_order_group: 25,
  cancel_by_client_id: 26,
  update_leverage: 27,
  update_isolated_margin: 28,
} as const satisfies Record<Command["type"], number>;

const TYPES: (Command["type"] | undefined)[] = [];
for (const [type, byte] of Object.entries(TYPE_BYTE)) TYPES[byte] = type as Command["type"];

type UnsignedType = Exclude<Command["type"], SignedCommand["type"]>;
const UNSIGNED: Record<UnsignedType, true> = {
  list_market: true,
  set_marks: true,
  deposit: true,
  tick: true,
  set_market_status: true,
  set_fee_discount: true,
  withdrawal_sent: true,
  withdrawal_settled: true,
  withdrawal_returned: true,
  epoch: true,
  handover: true,
  rules: true,
};

function isUnsigned(type: Command["type"]): type is UnsignedType {
  return Object.hasOwn(UNSIGNED, type);
}

const TIME_OFFSET = 1;
const SIGNED_OFFSET = 9;

/** The time may be stamped later, by {@link stampTime}: gateways encode commands, and the sequencer orders them. */
export function encodeCommand(command: Command, time = 0): Uint8Array {
  const writer = new BorshWriter(512).u8(TYPE_BYTE[command.type]).u64(BigInt(time));
  if ("signed" in command) {
    writeSigned(writer, command.signed);
    writeExtras(writer, command);
  } else {
    writeOperatorFields(writer, command);
  }
  return writer.finish();
}

/** When an encoded command was executed, Unix milliseconds. */
export function commandTime(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(TIME_OFFSET, true) + view.getUint32(TIME_OFFSET + 4, true) * 2 ** 32;
}

/** Writes the time of an encoded command in place. */
export function stampTime(bytes: Uint8Array, time: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(TIME_OFFSET, time % 2 ** 32, true);
  view.setUint32(TIME_OFFSET + 4, Math.floor(time / 2 ** 32), true);
}

/** @throws when the bytes are no command. Their checksum held, so the journal is from another version. */
export function decodeCommand(bytes: Uint8Array): { command: Command; time: number } {
  // Views of a plain array are made several times faster than views of a Buffer.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = new BorshReader(plain);
  const byte = reader.u8();
  const type = TYPES[byte];
  if (type === undefined) throw new TypeError(`journal: ${byte} is no command type`);
  const time = reader.u32() + reader.u32() * 2 ** 32;
  if (isUnsigned(type)) {
    const command = readOperatorFields(reader, type);
    reader.end();
    return { command, time };
  }
  const { signed, end } = readSigned(plain);
  const extras = new BorshReader(plain, end);
  const command = readSignedFields(extras, type, signed);
  extras.end();
  return { command, time };
}

/** The fields of a signed command that its signature does not cover. */
function writeExtras(writer: BorshWriter, command: SignedCommand): void {
  switch (command.type) {
    case "create_api_key":
      writer.string(command.keyId).string(command.keyHash);
      writeMemo(writer, command.memo);
      return;
    case "register_signer":
      writer.bytes(command.acceptance);
      writeMemo(writer, command.memo);
      return;
    case "place_order":
      writer.option(command.clientId, (w, clientId) => w.string(clientId));
      return;
    case "place_batch_orders":
    case "place_order_group":
      for (const clientId of command.clientIds) {
        writer.option(clientId, (w, text) => w.string(text));
      }
      return;
    case "withdraw":
      writer.string(command.id);
      return;
    case "modify_order":
    case "cancel_order":
    case "cancel_batch_orders":
    case "cancel_by_client_id":
    case "cancel_all_orders":
    case "schedule_cancel":
    case "update_leverage":
    case "update_isolated_margin":
    case "revoke_signer":
    case "revoke_api_key":
      return;
  }
}

/** A command that signs the digest itself ends here, as all did before there were memo transactions. */
function writeMemo(writer: BorshWriter, memo: Uint8Array | undefined): void {
  if (memo !== undefined) writer.u32(memo.length).bytes(memo);
}

function readMemo(reader: BorshReader): { memo?: Uint8Array } {
  return reader.isAtEnd ? {} : { memo: reader.bytes(reader.u32()) };
}

function writeOperatorFields(writer: BorshWriter, command: Exclude<Command, SignedCommand>): void {
  switch (command.type) {
    case "tick":
      return;
    case "list_market":
      writer.string(JSON.stringify(command.market));
      return;
    case "set_market_status":
      writer.string(command.market).u8(MARKET_STATUSES.indexOf(command.status));
      return;
    case "set_fee_discount":
      writer.string(command.account).u32(command.discountPpm);
      return;
    case "set_marks":
      writer.u32(command.marks.length);
      for (const { market, ticks, confidencePpm } of command.marks) {
        writer.string(market).u64(BigInt(ticks)).u32(confidencePpm);
      }
      return;
    case "deposit":
      writer.string(command.id).string(command.account).u64(command.amount);
      writer.string(command.reference).string(command.source);
      // Journals from before there was a chain end here.
      if (command.txHash !== undefined) writer.string(command.txHash);
      return;
    case "withdrawal_sent":
      writer.string(command.id).string(command.signature).u64(BigInt(command.lastValidBlockHeight));
      return;
    case "withdrawal_settled":
      writer.string(command.id).string(command.txHash);
      return;
    case "withdrawal_returned":
      writer.string(command.id).string(command.reason);
      return;
    case "epoch":
      writer.u64(BigInt(command.epoch)).string(command.node);
      return;
    case "handover":
      writer.u64(BigInt(command.epoch));
      return;
    case "rules":
      writer.u32(command.version);
      return;
  }
}

function readOperatorFields(reader: BorshReader, type: UnsignedType): Command {
  switch (type) {
    case "tick":
      return { type };
    case "list_market":
      return { type, market: JSON.parse(reader.string()) as Market };
    case "set_market_status": {
      const market = reader.string();
      return { type, market, status: MARKET_STATUSES[reader.u8()] ?? "Halted" };
    }
    case "set_fee_discount":
      return { type, account: reader.string(), discountPpm: reader.u32() };
    case "set_marks": {
      const marks = Array.from({ length: reader.u32() }, () => ({
        market: reader.string(),
        ticks: Number(reader.u64()),
        confidencePpm: reader.u32(),
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
        ...(!reader.isAtEnd && { txHash: reader.string() }),
      };
    case "withdrawal_sent":
      return {
        type,
        id: reader.string(),
        signature: reader.string(),
        lastValidBlockHeight: Number(reader.u64()),
      };
    case "withdrawal_settled":
      return { type, id: reader.string(), txHash: reader.string() };
    case "withdrawal_returned":
      return { type, id: reader.string(), reason: reader.string() };
    case "epoch":
      return { type, epoch: Number(reader.u64()), node: reader.string() };
    case "handover":
      return { type, epoch: Number(reader.u64()) };
    case "rules":
      return { type, version: reader.u32() };
  }
}

function readSignedFields(
  reader: BorshReader,
  type: SignedCommand["type"],
  signed: Signed,
): SignedCommand {
  const { payload } = signed;
  switch (type) {
    case "create_api_key":
      return {
        type,
        signed,
        keyId: reader.string(),
        keyHash: reader.string(),
        ...readMemo(reader),
      };
    case "revoke_api_key":
      return { type, signed, id: decodeRevokeApiKey(payload).id };
    case "register_signer":
      return { type, signed, acceptance: reader.bytes(64), ...readMemo(reader) };
    case "revoke_signer":
      return { type, signed, pubkey: encodePublicKey(decodeRevokeSigner(payload).signer) };
    case "place_order":
      return { type, signed, order: decodePlaceOrder(payload), clientId: readClientId(reader) };
    case "modify_order":
      return { type, signed, change: decodeModifyOrder(payload) };
    case "cancel_order":
      return { type, signed, cancel: decodeCancelOrder(payload) };
    case "place_batch_orders": {
      const { orders } = decodePlaceBatchOrders(payload);
      return { type, signed, orders, clientIds: orders.map(() => readClientId(reader)) };
    }
    case "place_order_group": {
      const { grouping, orders } = decodePlaceOrderGroup(payload);
      const clientIds = orders.map(() => readClientId(reader));
      return { type, signed, grouping, orders, clientIds };
    }
    case "cancel_batch_orders":
      return { type, signed, cancels: decodeCancelBatchOrders(payload).orders };
    case "cancel_by_client_id":
      return { type, signed, clientId: decodeCancelByClientId(payload).client_id };
    case "cancel_all_orders":
      return { type, signed, market: decodeCancelAllOrders(payload).market };
    case "schedule_cancel": {
      const { time } = decodeScheduleCancel(payload);
      return { type, signed, time: time === null ? null : Number(time) };
    }
    case "update_leverage": {
      const { market, leverage, mode } = decodeUpdateLeverage(payload);
      return { type, signed, market, leverage, mode };
    }
    case "update_isolated_margin": {
      const { market, amount } = decodeUpdateIsolatedMargin(payload);
      return { type, signed, market, amount };
    }
    case "withdraw": {
      const { amount, fee } = decodeWithdraw(payload);
      return { type, signed, id: reader.string(), amount, ...(fee !== undefined && { fee }) };
    }
  }
}

function readClientId(reader: BorshReader): string | null {
  return reader.u8() === 1 ? reader.string() : null;
}

/** `account (32) ‖ u8 1 when the signer is another ‖ [signer (32)] ‖ signature (64) ‖ digest (32) ‖ u32 length ‖ payload` */
function writeSigned(writer: BorshWriter, signed: Signed): void {
  writer.bytes(keyBytes(signed.account));
  if (signed.signer === signed.account) writer.u8(0);
  else writer.u8(1).bytes(keyBytes(signed.signer));
  writer.bytes(signed.signature).bytes(Buffer.from(signed.digest, "hex"));
  writer.u32(signed.payload.length).bytes(signed.payload);
}

/** The signed part begins behind type and time; `end` is where the unsigned extras begin. */
function readSigned(bytes: Uint8Array): { signed: Signed; end: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNED_OFFSET;
  const account = keyText(buffer, at);
  at += 32;
  const isOther = buffer.readUInt8(at) === 1;
  at += 1;
  const signer = isOther ? keyText(buffer, at) : account;
  at += isOther ? 32 : 0;
  const signature = bytes.subarray(at, at + 64);
  at += 64;
  const digest = buffer.toString("hex", at, at + 32);
  at += 32;
  const length = buffer.readUInt32LE(at);
  at += 4;
  const end = at + length;
  if (end > bytes.length) throw new RangeError("journal: a payload runs past its command");
  const payload = bytes.subarray(at, end);
  // Every signed layout ends with the timestamp, u64 little-endian.
  const timestamp = buffer.readUInt32LE(end - 8) + buffer.readUInt32LE(end - 4) * 2 ** 32;
  return { signed: { account, signer, signature, payload, digest, timestamp }, end };
}

function keyText(buffer: Buffer, at: number): string {
  return publicKeyAt(buffer, at).text;
}

function keyBytes(text: string): Uint8Array {
  const key = publicKey(text);
  if (key === undefined) throw new TypeError(`${text} is no public key`);
  return key.bytes;
}
