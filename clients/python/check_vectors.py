"""Recomputes every vector of the venue in docs/api/vectors with venue_client.py: payload, digest and signature.

    python3 clients/python/check_vectors.py

Ends with status 1 and names the vectors that differ.
"""

import json
import sys
from pathlib import Path

from svc_client.venue_client import Signer, digest_of, payload_of

VECTORS = Path(__file__).resolve().parents[2] / "docs" / "api" / "vectors"
FILES = ["operations.json", "signing.json"]


def keys_of(document):
    """Signers by name. signing.json has one key, which is account and signer."""
    if "keys" not in document:
        return {None: Signer(bytes.fromhex(document["seed_hex"]))}
    return {
        name: Signer(bytes.fromhex(key["seed_hex"])) for name, key in document["keys"].items()
    }


def differences(document):
    keys = keys_of(document)
    account = keys[document.get("account")].public_key
    for vector in document["vectors"]:
        payload = payload_of(vector["operation"], vector["fields"], vector["timestamp"])
        digest = digest_of(vector["operation"], account, payload)
        found = {
            "payload_hex": payload.hex(),
            "digest_hex": digest,
            "signature_hex": keys[vector.get("signed_by")].sign_digest(digest),
        }
        if "new_signer_signature_hex" in vector:
            found["new_signer_signature_hex"] = keys["delegate"].sign_digest(digest)
        for name, value in found.items():
            if value != vector[name]:
                yield f"{vector['operation']} ({vector['note']}): {name} is {value}"


def main():
    failed, count = [], 0
    for name in FILES:
        document = json.loads((VECTORS / name).read_text(encoding="utf-8"))
        count += len(document["vectors"])
        failed += differences(document)
    for line in failed:
        print(line, file=sys.stderr)
    print(f"{count} vectors, {len(failed)} differences")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
