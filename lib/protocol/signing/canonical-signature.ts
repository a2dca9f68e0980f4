/**
 * Which encodings of Ed25519 keys and signatures are accepted. Libraries differ here: RFC 8032 leaves open how small-order
 * points and numbers that are not reduced are treated, and each library has changed over the years. Encodings that they
 * treat differently are refused before a library sees them (docs/decisions/010).
 */

/** A bit of the last byte: the sign of x. The other 255 bits are y, little-endian. */
const SIGN_BIT = 0x80;
const PRIME = 2n ** 255n - 19n;
const FIELD_PRIME = littleEndian(PRIME);
/** y of two of the four points of order 8; of the other two it is the negative. */
const Y_OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
/** L: the order of the group that honest keys generate. */
const GROUP_ORDER = littleEndian(2n ** 252n + 27742317777372353535851937790883648493n);

/** y of the eight points of order 1, 2, 4 and 8, in canonical form; the sign of x distinguishes the pairs. */
const SMALL_ORDER = [0n, 1n, PRIME - 1n, Y_OF_ORDER_8, PRIME - Y_OF_ORDER_8].map(littleEndian);
const SMALL_ORDER_FIRST_BYTES = new Set(SMALL_ORDER.map((bytes) => bytes[0]));

/**
 * True for 32 bytes that every library reads as the same key, and whose signatures prove something: y is reduced,
 * and the point is not one of the eight that sign anything without a private key.
 */
export function isAcceptablePublicKey(bytes: Uint8Array): boolean {
  return bytes.length === 32 && isAcceptablePoint(bytes);
}

/** True for 64 bytes that every library treats alike: R like a public key, S below the group's order. */
export function isAcceptableSignature(signature: Uint8Array): boolean {
  return (
    signature.length === 64 && isAcceptablePoint(signature) && isBelow(signature, 32, GROUP_ORDER)
  );
}

/** The point in the first 32 bytes. */
function isAcceptablePoint(bytes: Uint8Array): boolean {
  const isHigh = ((bytes[31] ?? 0) & ~SIGN_BIT) === 0x7f;
  if (isHigh && !isBelow(withoutSign(bytes), 0, FIELD_PRIME)) return false;
  // Every signature passes here, so only five of the 256 values of the first byte are compared further.
  if (!SMALL_ORDER_FIRST_BYTES.has(bytes[0])) return true;
  const y = withoutSign(bytes);
  return SMALL_ORDER.every((small) => small.some((byte, index) => byte !== y[index]));
}

function withoutSign(bytes: Uint8Array): Uint8Array {
  // A copy: the `slice` of a Buffer would be a view.
  const y = Uint8Array.from(bytes.subarray(0, 32));
  y[31] = (y[31] ?? 0) & ~SIGN_BIT;
  return y;
}

/** Whether the 32-byte little-endian number at `offset` is below `bound`. */
function isBelow(bytes: Uint8Array, offset: number, bound: Uint8Array): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const difference = (bytes[offset + index] ?? 0) - (bound[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number((value >> BigInt(8 * index)) & 0xffn),
  );
}
