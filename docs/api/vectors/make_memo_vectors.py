"""Writes memo-transactions.json: signed memo transactions that are accepted, and others with the code of their refusal.

    python3 docs/api/vectors/make_memo_vectors.py

Made from the format alone (../README.md, Memo transactions), in another language than the service, so that a mistake of the
service cannot repeat itself here. Needs PyNaCl; everything else is the standard library.
"""

import base64
import json
from pathlib import Path

from make_vectors import KEYS, PUBLIC, VECTORS, base58

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def key(address):
    number = 0
    for character in address:
        number = number * 58 + ALPHABET.index(character)
    return number.to_bytes(32, "big")


MEMO = key("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
BUDGET = key("ComputeBudget111111111111111111111111111111")
LIGHTHOUSE = key("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95")
SYSTEM = bytes(32)
OWNER, OTHER = PUBLIC["owner"], PUBLIC["delegate"]


def compact(number):
    return bytes([number]) if number < 0x80 else bytes([number & 0x7F | 0x80, number >> 7])


def listed(items):
    return compact(len(items)) + b"".join(items)


def instruction(program, accounts, data):
    return bytes([program]) + compact(len(accounts)) + bytes(accounts) + compact(len(data)) + data


def message(keys, instructions, version=None, header=None, blockhash=bytes(32), tables=None):
    head = bytes(header or [1, 0, len(keys) - 1])
    body = head + listed(keys) + blockhash + listed(instructions)
    if version is None:
        return body
    return bytes([0x80 | version]) + body + (compact(0) if tables is None else tables)


def memo(text, program=1, accounts=(0,)):
    return instruction(program, accounts, text.encode("utf-8"))


REGISTRATION = next(one for one in VECTORS if one["operation"] == "register_signer")
TEXT = f"svc-trading:register_signer:{REGISTRATION['digest_hex']}"
SIGN_IN = "\n".join([
    "app.example wants you to sign in with your Solana account:",
    base58(OWNER),
    "",
    "Sign in with your wallet. This signature moves no funds and places no order.",
    "",
    "URI: https://app.example",
    "Version: 1",
    "Chain ID: solana:mainnet",
    "Nonce: 000102030405060708090a0b0c0d0e0f",
    "Issued At: 2026-01-01T00:00:00.000Z",
    "Expiration Time: 2026-01-01T00:05:00.000Z",
])
KEYS_OF_MEMO = [OWNER, MEMO]
LIMIT = bytes([2]) + (200_000).to_bytes(4, "little")
PRICE = bytes([3]) + (10_000).to_bytes(8, "little")
ASSERTION = bytes([5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4])


def added(text, **terms):
    """With all that wallets add: a limit, a price and an assertion about the account."""
    keys = [OWNER, MEMO, BUDGET, LIGHTHOUSE]
    before = [instruction(2, [], LIMIT), instruction(2, [], PRICE)]
    return message(keys, [*before, memo(text), instruction(3, [0], ASSERTION)], **terms)


def vector(note, signed, text=TEXT, code=None, signer="owner", signatures=1):
    signature = KEYS[signer].sign(signed).signature
    transaction = compact(signatures) + signature * signatures + signed
    return {
        "note": note,
        "text": text,
        "transaction_base64": base64.b64encode(transaction).decode(),
        "signature_hex": signature.hex(),
        "error": code,
    }


def with_more(keys, more, **terms):
    return message([OWNER, MEMO, *keys], [memo(TEXT), *more], **terms)


NONCE = instruction(2, [3, 0], (4).to_bytes(4, "little"))
TRANSFER = instruction(2, [0, 3], (2).to_bytes(4, "little") + (1).to_bytes(8, "little"))
TABLE = compact(1) + OTHER + compact(0) + compact(1) + bytes([0])

MEMO_VECTORS = [
    vector("a registration, legacy format", message(KEYS_OF_MEMO, [memo(TEXT)])),
    vector("a registration, version 0", message(KEYS_OF_MEMO, [memo(TEXT)], version=0)),
    vector("the memo names no account", message(KEYS_OF_MEMO, [memo(TEXT, accounts=())])),
    vector("with what wallets add", added(TEXT)),
    vector("with what wallets add, version 0", added(TEXT, version=0)),
    vector("a sign-in", message(KEYS_OF_MEMO, [memo(SIGN_IN)]), SIGN_IN),
    vector("a sign-in, with what wallets add", added(SIGN_IN), SIGN_IN),
    vector("another text", message(KEYS_OF_MEMO, [memo(TEXT + " ")]), code="MEMO_TEXT"),
    vector("the digest alone", message(KEYS_OF_MEMO, [memo(REGISTRATION["digest_hex"])]), code="MEMO_TEXT"),
    vector("no memo", message([OWNER, BUDGET], [instruction(1, [], LIMIT)]), code="MEMO_COUNT"),
    vector("two memos", message(KEYS_OF_MEMO, [memo(TEXT), memo(TEXT)]), code="MEMO_COUNT"),
    vector("a recent blockhash: it could be sent",
           message(KEYS_OF_MEMO, [memo(TEXT)], blockhash=OTHER), code="MEMO_BLOCKHASH"),
    vector("a durable nonce", with_more([SYSTEM, OTHER], [NONCE], header=[1, 0, 3]), code="MEMO_INSTRUCTION"),
    vector("a transfer", with_more([SYSTEM, OTHER], [TRANSFER], header=[1, 0, 2]), code="MEMO_ACCOUNTS"),
    vector("a memory write of Lighthouse",
           with_more([LIGHTHOUSE], [instruction(2, [0], bytes([0]) + ASSERTION)]), code="MEMO_INSTRUCTION"),
    vector("two compute limits",
           with_more([BUDGET], [instruction(2, [], LIMIT)] * 2), code="MEMO_INSTRUCTION"),
    vector("another fee payer", message([OTHER, MEMO], [memo(TEXT)]), code="MEMO_SIGNER", signer="delegate"),
    vector("two signers", message([OWNER, OTHER, MEMO], [memo(TEXT, 2)], header=[2, 0, 1]),
           code="MEMO_SIGNER", signatures=2),
    vector("the memo names another account",
           message([OWNER, MEMO, OTHER], [memo(TEXT, accounts=(2,))]), code="MEMO_ACCOUNTS"),
    vector("an account that nothing needs", with_more([OTHER], []), code="MEMO_ACCOUNTS"),
    vector("the program can be written",
           message(KEYS_OF_MEMO, [memo(TEXT)], header=[1, 0, 0]), code="MEMO_ACCOUNTS"),
    vector("lookup tables", message(KEYS_OF_MEMO, [memo(TEXT)], version=0, tables=TABLE), code="MEMO_LOOKUP_TABLES"),
    vector("version 1", message(KEYS_OF_MEMO, [memo(TEXT)], version=1), code="MEMO_MALFORMED"),
    vector("a byte behind its end", message(KEYS_OF_MEMO, [memo(TEXT)]) + b"\0", code="MEMO_MALFORMED"),
    vector("a length in two bytes where one is enough",
           message(KEYS_OF_MEMO, [memo(TEXT)]).replace(bytes([1, 0, 1, 2]), bytes([1, 0, 1, 0x82, 0]), 1),
           code="MEMO_MALFORMED"),
]

if __name__ == "__main__":
    document = {
        "how": "README.md, Memo transactions; written by make_memo_vectors.py, which shares no code with the service",
        "account": base58(OWNER),
        "vectors": MEMO_VECTORS,
    }
    path = Path(__file__).with_name("memo-transactions.json")
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    print(f"{len(MEMO_VECTORS)} vectors in {path.name}")
