"""Receives webhooks: checks the signature of the raw body, and prints each event once. Needs Python 3.9 and no package.

SVC_WEBHOOK_SECRET=… python3 webhook_receiver.py 8977 listens on port 8977 of this machine.
"""

import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_S = 300
KEPT_S = 24 * 3600
MAX_BYTES = 65_536


def is_signed(header: str, body: bytes, secret: str, now: float) -> bool:
    """Whether one of the signatures is right and new enough. `body`: the bytes as they came; `now` in Unix seconds."""
    if not secret:
        raise ValueError("give the secret of the webhook: without one anybody could sign")
    parts = [part.strip().partition("=") for part in header.split(",")]
    t = next((value for name, _, value in parts if name == "t"), "")
    if not (t.isascii() and t.isdigit() and len(t) <= 12) or abs(now - int(t)) > TOLERANCE_S:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts)


class Receiver(BaseHTTPRequestHandler):
    secret = ""
    seen: "dict[str, float]" = {}

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(size) if size <= MAX_BYTES else b""
        if not is_signed(self.headers.get("x-svc-signature") or "", body, self.secret, time.time()):
            print("refused delivery", self.headers.get("x-svc-delivery-id"), file=sys.stderr)
            self.answer(400)
            return
        event = json.loads(body)
        now = time.time()
        for key in [key for key, at in self.seen.items() if at < now - KEPT_S]:
            del self.seen[key]
        if event["dedup_key"] not in self.seen:
            self.act(event)
            self.seen[event["dedup_key"]] = now
        self.answer(204)

    def act(self, event: dict) -> None:
        """Note the event down here and work later: the answer is due within 5 s."""
        print(event["type"], event["data"], flush=True)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    Receiver.secret = os.environ["SVC_WEBHOOK_SECRET"]
    HTTPServer(("127.0.0.1", int((sys.argv[1:] or ["8977"])[0])), Receiver).serve_forever()
