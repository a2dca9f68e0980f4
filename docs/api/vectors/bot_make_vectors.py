"""Writes bot-signing.json: the text that a bot signs, and its signature, from texts written out here by hand.

    python3 docs/api/vectors/bot_make_vectors.py

Shares no code with the service and none with the clients. Python 3.9, no package.
"""

import hashlib
import hmac
import json
from pathlib import Path

SECRET = "tbs_" + "".join(f"{number:02x}" for number in range(32))
TIME = "1763700000123"
NONCE = "vector-nonce-0001"

# Note, method, path, the query's pairs as a program gives them, the query as it is signed and sent, and the body's text.
CASES = [
    ("no query and no body", "GET", "/api/bot/v1/whoami", [], "", None),
    ("another method is another text", "HEAD", "/api/bot/v1/whoami", [], "", None),
    ("one parameter", "GET", "/api/bot/v1/orders", [["market", "BTCUSDC"]], "market=BTCUSDC", None),
    (
        "parameters are sorted by name",
        "GET",
        "/api/bot/v1/orders",
        [["status", "ALL"], ["market", "BTCUSDC"], ["cursor", "42"]],
        "cursor=42&market=BTCUSDC&status=ALL",
        None,
    ),
    (
        "capitals come before small letters: the order is that of the bytes",
        "GET",
        "/api/bot/v1/orders",
        [["b", "1"], ["B", "2"], ["a", "3"]],
        "B=2&a=3&b=1",
        None,
    ),
    (
        "by name first: a name that another begins with comes before it, although - is before =",
        "GET",
        "/api/bot/v1/orders",
        [["a-b", "1"], ["a", "2"]],
        "a=2&a-b=1",
        None,
    ),
    (
        "repeated names are sorted by value, and all of them are signed",
        "GET",
        "/api/bot/v1/orders",
        [["market", "SOLUSDC"], ["market", "BTCUSDC"], ["market", "SOLUSDC"]],
        "market=BTCUSDC&market=SOLUSDC&market=SOLUSDC",
        None,
    ),
    ("an empty value keeps its equals sign", "GET", "/api/bot/v1/orders", [["cursor", ""]], "cursor=", None),
    (
        "spaces are %20, a plus sign is %2B, and what ends a pair is encoded",
        "GET",
        "/api/bot/v1/orders",
        [["q", "a b+c&d=e"]],
        "q=a%20b%2Bc%26d%3De",
        None,
    ),
    (
        "all but A-Z a-z 0-9 - _ . ~ is encoded, with capital digits",
        "GET",
        "/api/bot/v1/orders",
        [["q", "-_.~!'()*/:@"]],
        "q=-_.~%21%27%28%29%2A%2F%3A%40",
        None,
    ),
    (
        "unicode is percent-encoded UTF-8, in names too",
        "GET",
        "/api/bot/v1/orders",
        [["größe", "€ 5"], ["name", "火"]],
        "gr%C3%B6%C3%9Fe=%E2%82%AC%205&name=%E7%81%AB",
        None,
    ),
    (
        "the order is that of the encoded text: %C3 comes before a",
        "GET",
        "/api/bot/v1/orders",
        [["a", "1"], ["ä", "2"]],
        "%C3%A4=2&a=1",
        None,
    ),
    ("a body is signed by its bytes", "POST", "/api/bot/v1/orders", [], "", '{"market":"BTCUSDC","side":"BUY"}'),
    (
        "the same value written with a space is another body",
        "POST",
        "/api/bot/v1/orders",
        [],
        "",
        '{"market": "BTCUSDC","side":"BUY"}',
    ),
    ("a body with unicode, and a query", "POST", "/api/bot/v1/orders", [["dry", "1"]], "dry=1", '{"note":"größer €"}'),
    ("an encoded path is signed as it is sent", "DELETE", "/api/bot/v1/orders/a%2Fb", [], "", None),
]


def vector(case):
    note, method, path, parameters, query, body = case
    body_hash = hashlib.sha256((body or "").encode("utf-8")).hexdigest()
    target = path + ("?" + query if query else "")
    text = TIME + "\n" + NONCE + "\n" + method + "\n" + target + "\n" + body_hash
    signature = hmac.new(SECRET.encode("ascii"), text.encode("ascii"), hashlib.sha256).hexdigest()
    return {
        "note": note,
        "method": method,
        "path": path,
        "parameters": parameters,
        "query": query,
        "body": body,
        "timestamp": TIME,
        "nonce": NONCE,
        "body_sha256": body_hash,
        "text": text,
        "signature": signature,
    }


document = {"secret": SECRET, "vectors": [vector(case) for case in CASES]}
path = Path(__file__).resolve().parent / "bot-signing.json"
path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
