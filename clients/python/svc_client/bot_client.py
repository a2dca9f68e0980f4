"""A client of the bot API in one file, to copy into your own project. Needs Python 3.9 or later and no package.
Everything that it does is described in docs/api/bot.md; docs/api/vectors/bot-signing.json proves its signatures.

    BOT_KEY_ID=tbk_… BOT_KEY_SECRET=tbs_… python3 clients/python/svc_client/bot_client.py http://localhost:3000

With --vectors it computes the published vectors instead, and ends with status 1 when one differs.
"""

import hashlib
import hmac
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Iterable, Optional, Tuple
from urllib.parse import quote

ANSWER_SECONDS = 10


class BotRefusal(Exception):
    """The service refused. `code` is stable, the message is for people."""

    def __init__(self, status, body, retry_after=0):
        super().__init__(f"{status} {body.get('error')}: {body.get('message')}")
        self.status = status
        self.code = body.get("error")
        self.retry_after_seconds = retry_after


def encode_query(parameters: Iterable[Tuple[str, str]]) -> str:
    """Sorted by name, then by value, after encoding: the order in which it is signed and sent.

    `parameters`: pairs of names and values before encoding. A name may appear more than once.
    """
    pairs = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in parameters)
    return "&".join(f"{name}={value}" for name, value in pairs)


def sign(secret, method, target, body=b"", timestamp=None, nonce=None):
    """The headers of a request, and the signed text. Only tests give `timestamp` (Unix ms) and `nonce`."""
    timestamp = str(timestamp or time.time_ns() // 1_000_000)
    nonce = nonce or secrets.token_urlsafe(24)
    body_hash = hashlib.sha256(body).hexdigest()
    text = "\n".join([timestamp, nonce, method, target, body_hash])
    signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    headers = {"X-Bot-Timestamp": timestamp, "X-Bot-Nonce": nonce, "X-Bot-Signature": signature}
    return headers, text


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The signature covers one path and is invalid for any other."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        return None


class BotClient:
    """`url`: of the application, such as http://localhost:3000."""

    def __init__(self, url: str, key_id: str, secret: str) -> None:
        self.url = url.rstrip("/")
        self.key_id = key_id
        self.secret = secret
        self.opener = urllib.request.build_opener(NoRedirects)

    def call(self, method: str, path: str, parameters: Iterable[Tuple[str, str]] = (), body: Optional[bytes] = None) -> Any:
        """Signs each call anew (the server accepts a nonce once). `body`: JSON bytes. Raises BotRefusal or OSError."""
        query = encode_query(parameters)
        target = f"{path}?{query}" if query else path
        headers, _ = sign(self.secret, method, target, body or b"")
        headers["X-Bot-Key"] = self.key_id
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + target, data=body, headers=headers, method=method)
        try:
            with self.opener.open(request, timeout=ANSWER_SECONDS) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise refusal_of(error) from None
        return json.loads(text) if text else None

    def read(self, name: str, **query: str) -> Any:
        """A read, such as read("orders", status="OPEN")."""
        return self.call("GET", f"/api/bot/v1/{name}", query.items())


def refusal_of(error):
    text = error.read().decode("utf-8", "replace")
    retry_after = int(error.headers.get("Retry-After") or 0)
    try:
        body = json.loads(text)
    except ValueError:
        # A server in between may answer with something other than JSON.
        body = {"error": "NO_JSON", "message": text[:200]}
    return BotRefusal(error.code, body, retry_after)


def check_vectors():
    path = Path(__file__).resolve().parents[3] / "docs" / "api" / "vectors" / "bot-signing.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    differences = 0
    for vector in document["vectors"]:
        query = encode_query(vector["parameters"])
        target = f"{vector['path']}?{query}" if query else vector["path"]
        body = (vector["body"] or "").encode()
        headers, text = sign(
            document["secret"], vector["method"], target, body, vector["timestamp"], vector["nonce"]
        )
        if (text, headers["X-Bot-Signature"]) != (vector["text"], vector["signature"]):
            differences += 1
            print(f"{vector['note']}: {text!r}", file=sys.stderr)
    print(f"{len(document['vectors'])} vectors, {differences} differences")
    return 1 if differences or not document["vectors"] else 0


def main():
    if "--vectors" in sys.argv:
        return check_vectors()
    url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:3000"
    client = BotClient(url, os.environ["BOT_KEY_ID"], os.environ["BOT_KEY_SECRET"])
    try:
        print(json.dumps(client.read("whoami")))
        print(json.dumps(client.read("orders", status="OPEN", page_size="10")))
    except BotRefusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
